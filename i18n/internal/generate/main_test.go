package main

import (
	"os"
	"testing"

	"payapp/internal/testing/golden"
)

func TestTypedMessagesAreUpToDate(t *testing.T) {
	english, err := os.ReadFile("../../messages/en.json")
	if err != nil {
		t.Fatal(err)
	}
	made, err := code(english)
	if err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, "../../messages_gen.go", string(made), "go generate ./i18n")
}
