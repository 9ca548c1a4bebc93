package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/referencetest"
)

func TestTheJobLeavesFilledForms(t *testing.T) {
	out := t.TempDir()
	require.NoError(t, run(t.Context(), options{data: t.TempDir(), out: out}))
	requireForms(t, out, 5)
}

func TestTheJobOnAnotherServer(t *testing.T) {
	server, out := referencetest.NewServer(t), t.TempDir()
	require.NoError(t, run(t.Context(), options{baseURL: server.URL, apiKey: server.APIKey, out: out}))
	requireForms(t, out, 5)
	server.RequireCalls(referencetest.Submit, 1)
}

func TestWithoutAFolderNothingIsBegun(t *testing.T) {
	server, file := referencetest.NewServer(t), filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.ErrorContains(t, run(t.Context(), options{baseURL: server.URL, apiKey: server.APIKey, out: filepath.Join(file, "out")}), "not a directory")
	server.RequireCalls(referencetest.CreateSession, 0)
}

func requireForms(t *testing.T, folder string, n int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.pdf"))
	require.NoError(t, err)
	require.Len(t, files, n)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(data, []byte("%PDF-")), file)
	}
}
