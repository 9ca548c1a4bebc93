package report

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Formats are the written forms by name.
func (r *Report) formats() map[string]func(io.Writer) error {
	return map[string]func(io.Writer) error{
		"terminal": func(w io.Writer) error { return Terminal(w, r, false) },
		"json":     func(w io.Writer) error { return writeJSON(w, r) },
		"junit":    func(w io.Writer) error { return JUnit(w, r) },
		"html":     func(w io.Writer) error { return HTML(w, r) },
		"sarif":    func(w io.Writer) error { return SARIF(w, r) },
		"markdown": func(w io.Writer) error { return Markdown(w, r) },
		"badge":    func(w io.Writer) error { return Badge(w, r) },
		"profile":  func(w io.Writer) error { return writeJSON(w, r.Profile) },
	}
}

// files are the names of the written forms in a folder.
var files = map[string]string{"json": "report.json", "junit": "junit.xml", "html": "report.html", "sarif": "report.sarif", "markdown": "summary.md",
	"badge": "badge.json", "profile": "profile.json"}

// Write writes one form: terminal, json, junit, html, sarif, markdown, badge or profile.
func (r *Report) Write(w io.Writer, format string) error {
	write, known := r.formats()[format]
	if !known {
		return fmt.Errorf("there is no report format %q", format)
	}
	return write(w)
}

// Save writes every form into a folder.
func (r *Report) Save(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for format, name := range files {
		if err := r.save(filepath.Join(folder, name), format); err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
	}
	return nil
}

func (r *Report) save(path, format string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := r.Write(f, format); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// Read reads a report.json.
func Read(path string) (*Report, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r Report
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s is no report: %w", path, err)
	}
	return &r, nil
}
