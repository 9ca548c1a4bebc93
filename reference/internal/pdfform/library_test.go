package pdfform_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform/design"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform/forms"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform/typeset"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

var today = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

func library(t testing.TB) *pdfform.Library {
	t.Helper()
	cat, err := catalog.Load()
	require.NoError(t, err)
	l, err := pdfform.Load(cat)
	require.NoError(t, err)
	return l
}

func bakery() map[string]any {
	return map[string]any{
		"legal_name": "Harbor & Main Bakery LLC", "dba": "Harbor & Main", "entity_type": "llc", "fein": "843120957", "year_established": 2013.0,
		"contact_name": "Odette Lindqvist", "contact_phone": "2075550148", "mailing_address": "118 Commercial Street", "mailing_city": "Portland",
		"mailing_state": "ME", "mailing_zip": "04101", "annual_revenue": 1180000.0, "annual_payroll": 362400.0, "full_time_employees": 9.0,
		"description_of_operations": "Retail bakery and cafe with wholesale bread deliveries", "effective_date": "2026-09-01",
		"expiration_date": "2027-09-01", "losses_5yr": true, "loss_count": 2.0, "bankruptcy": false,
	}
}

// reader ends with the process, and its workers with it.
var reader = pdfread.NewReader(pdfread.Options{CPU: time.Minute, Deadline: 2 * time.Minute})

func fieldsOf(t *testing.T, pdf []byte) (*pdfread.Document, map[string]string) {
	t.Helper()
	doc, err := reader.Read(context.Background(), pdf)
	require.NoError(t, err)
	values := map[string]string{}
	for _, f := range doc.Fields {
		values[f.Name] = f.Value
	}
	return doc, values
}

func TestTheCommonApplicationComesFirst(t *testing.T) {
	l := library(t)
	require.Equal(t, []string{"common_application", "general_liability", "cyber"}, l.KeysFor([]string{"cyber", "general_liability"}))
	require.Equal(t, []string{"common_application", "general_liability", "property"}, l.KeysFor([]string{"business_owners"}), "a package is its parts")
	require.Contains(t, l.KeysFor(nil), "workers_compensation", "no lines stand for the usual package")
}

func TestEveryFormIsAValidFileWithAllItsFields(t *testing.T) {
	l := library(t)
	cat, err := catalog.Load()
	require.NoError(t, err)
	all, err := forms.Load(cat)
	require.NoError(t, err)
	api.DisableConfigDir()
	for _, form := range all {
		t.Run(form.Key, func(t *testing.T) {
			filled, err := l.Fill(form.Key, bakery(), "", today)
			require.NoError(t, err)
			require.NoError(t, api.Validate(bytes.NewReader(filled.PDF), nil))
			_, values := fieldsOf(t, filled.PDF)
			require.Len(t, values, len(form.Cells()))
			require.Equal(t, "Harbor & Main Bakery LLC", values["legal_name"])
			if qpdf, err := exec.LookPath("qpdf"); err == nil {
				file := filepath.Join(t.TempDir(), "filled.pdf")
				require.NoError(t, os.WriteFile(file, filled.PDF, 0o600))
				out, err := exec.Command(qpdf, "--check", file).CombinedOutput()
				require.NoError(t, err, string(out))
			}
		})
	}
}

func TestValuesAreStoredAndShown(t *testing.T) {
	filled, err := library(t).Fill("common_application", bakery(), "", today)
	require.NoError(t, err)
	_, values := fieldsOf(t, filled.PDF)
	require.Equal(t, "$1,180,000", values["annual_revenue"])
	require.Equal(t, "84-3120957", values["fein"])
	require.Equal(t, "13", values["years_in_business"])
	require.Equal(t, "llc", values["entity_type"])
	require.Equal(t, "yes", values["losses_5yr"])
	require.Equal(t, "no", values["bankruptcy"])
	require.Equal(t, "Off", values["prior_cancellation"], "an answer that was not given stays open")
	require.Equal(t, len(bakery())+1, filled.FieldsWritten, "and the years in business")
	shown := rendered(t, filled.PDF)
	for _, text := range []string{"Harbor & Main Bakery LLC", "$1,180,000", "(207) 555-0148", "09/01/2026"} {
		require.Contains(t, shown, text)
	}
}

// rendered is the text that a viewer shows, appearance streams included.
func rendered(t *testing.T, pdf []byte) string {
	t.Helper()
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("pdftotext is missing")
		}
		t.Skip("pdftotext is missing")
	}
	cmd := exec.Command(tool, "-layout", "-", "-")
	cmd.Stdin = bytes.NewReader(pdf)
	out, err := cmd.Output()
	require.NoError(t, err)
	return string(out)
}

func TestCharactersOfManyScriptsAreShown(t *testing.T) {
	values := bakery()
	values["dba"] = "Łódź Žižek Ελλάδα Петров “Café” €"
	filled, err := library(t).Fill("common_application", values, "", today)
	require.NoError(t, err)
	require.Contains(t, rendered(t, filled.PDF), "Łódź Žižek Ελλάδα Петров “Café” €")
	require.NotContains(t, strings.Join(filled.Warnings, " "), "glyph")
}

func TestACharacterWithoutGlyphIsStoredAndWarnedOf(t *testing.T) {
	values := bakery()
	values["contact_name"] = "Odette 株"
	filled, err := library(t).Fill("common_application", values, "", today)
	require.NoError(t, err)
	_, stored := fieldsOf(t, filled.PDF)
	require.Equal(t, "Odette 株", stored["contact_name"])
	require.Contains(t, strings.Join(filled.Warnings, "\n"), "Contact name: no glyph for '株' (U+682A)")
}

func TestLongValuesShrinkAndAtLastWarn(t *testing.T) {
	l := library(t)
	warnings := func(n int) string {
		values := bakery()
		values["description_of_operations"] = strings.Repeat("Bread and cakes. ", n)
		filled, err := l.Fill("common_application", values, "", today)
		require.NoError(t, err)
		return strings.Join(filled.Warnings, "\n")
	}
	require.NotContains(t, warnings(40), "did not fit")
	require.Contains(t, warnings(400), "Description of operations: the value did not fit, even at 4 pt")
}

func TestEqualValuesMakeEqualBytes(t *testing.T) {
	first, err := library(t).Fill("property", bakery(), "", today)
	require.NoError(t, err)
	second, err := library(t).Fill("property", bakery(), "", today.Add(time.Hour))
	require.NoError(t, err)
	require.True(t, bytes.Equal(first.PDF, second.PDF))
}

func TestSparseForms(t *testing.T) {
	l := library(t)
	empty, err := l.Fill("common_application", nil, "Harbor Bakery", today)
	require.NoError(t, err)
	require.True(t, empty.Sparse)
	require.Equal(t, 1, empty.FieldsWritten, "the name of the session's insured")
	require.Contains(t, empty.Warnings, "FEIN is missing.")
	full, err := l.Fill("common_application", bakery(), "", today)
	require.NoError(t, err)
	require.False(t, full.Sparse, full.Warnings)
	values := bakery()
	delete(values, "fein")
	lacking, err := l.Fill("common_application", values, "", today)
	require.NoError(t, err)
	require.True(t, lacking.Sparse, "an important field is missing")
}

func TestUnknownForm(t *testing.T) {
	_, err := library(t).Fill("nothing", nil, "", today)
	require.Error(t, err)
}

func TestTemplatesAreWhatTheDesignDraws(t *testing.T) {
	cat, err := catalog.Load()
	require.NoError(t, err)
	all, err := forms.Load(cat)
	require.NoError(t, err)
	for _, f := range all {
		kept, err := os.ReadFile("templates/" + f.Key + ".pdf")
		require.NoError(t, err)
		require.True(t, bytes.Equal(design.Draw(f, cat), kept), "%s: run go generate in reference/internal/pdfform", f.Key)
	}
}

func TestFillingAtOnce(t *testing.T) {
	l := library(t)
	var wait sync.WaitGroup
	for i := range 16 {
		wait.Go(func() {
			values := bakery()
			values["dba"] = fmt.Sprintf("Bakery %d", i)
			filled, err := l.Fill("common_application", values, "", today)
			if err != nil || len(filled.PDF) < 1000 {
				t.Errorf("fill %d: %v", i, err)
			}
		})
	}
	wait.Wait()
}

func FuzzFill(f *testing.F) {
	l := library(f)
	f.Add("Harbor\nBakery", 1.5)
	f.Add("<>()[]{}/%\\\x00\ufffd", math.Inf(1))
	f.Fuzz(func(t *testing.T, text string, number float64) {
		values := map[string]any{"legal_name": text, "description_of_operations": text, "entity_type": text, "annual_revenue": number, "loss_count": number}
		filled, err := l.Fill("common_application", values, text, today)
		require.NoError(t, err)
		require.True(t, bytes.HasSuffix(filled.PDF, []byte("%%EOF\n")))
	})
}

func BenchmarkFill(b *testing.B) {
	l := library(b)
	values := bakery()
	for b.Loop() {
		if _, err := l.Fill("common_application", values, "", today); err != nil {
			b.Fatal(err)
		}
	}
}

func TestALongNameOnOneLineIsSetOnTwo(t *testing.T) {
	values := bakery()
	values["current_carrier"] = "The Extraordinarily Long Named Mutual Insurance Company of the Northern Great Plains"
	filled, err := library(t).Fill("common_application", values, "", today)
	require.NoError(t, err)
	require.NotContains(t, strings.Join(filled.Warnings, "\n"), "did not fit")
	shown := rendered(t, filled.PDF)
	require.Contains(t, shown, "The Extraordinarily Long Named")
	require.NotContains(t, shown, values["current_carrier"], "on two lines")
}

func TestHebrewRunsToTheLeft(t *testing.T) {
	values := bakery()
	values["dba"] = "שלום Bakery"
	filled, err := library(t).Fill("common_application", values, "", today)
	require.NoError(t, err)
	_, stored := fieldsOf(t, filled.PDF)
	require.Equal(t, "שלום Bakery", stored["dba"], "the value keeps the order in which it is read")
	bare := strings.Map(func(r rune) rune {
		if r >= 0x202A && r <= 0x202E {
			return -1 // pdftotext marks the direction
		}
		return r
	}, rendered(t, filled.PDF))
	require.Contains(t, bare, "Bakery שלום", "pdftotext puts what runs to the left back in reading order")
	require.NotContains(t, strings.Join(filled.Warnings, " "), "glyph")
}

func TestEveryButtonSaysItsAnswer(t *testing.T) {
	filled, err := library(t).Fill("common_application", bakery(), "", today)
	require.NoError(t, err)
	for _, answer := range []string{"Entity type: LLC", "Any bankruptcy?: No"} {
		require.Contains(t, string(filled.PDF), "/TU"+typeset.TextString(answer), answer)
	}
}
