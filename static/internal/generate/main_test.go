package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The embedded files are up to date with the sources.
func TestDistIsUpToDate(t *testing.T) {
	want, err := build("../../src")
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range want {
		got, err := os.ReadFile(filepath.Join("../../dist", name))
		if err != nil {
			t.Errorf("%v: run go generate ./static", err)
			continue
		}
		if !bytes.Equal(got, body) {
			t.Errorf("dist/%s differs from its source: run go generate ./static", name)
		}
	}
	entries, err := os.ReadDir("../../dist")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if want[e.Name()] == nil {
			t.Errorf("dist/%s has no source", e.Name())
		}
	}
}
