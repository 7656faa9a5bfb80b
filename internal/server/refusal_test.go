//go:build !sandbox

package server

import (
	"io"
	"strings"
	"testing"
)

// Fault 44: with a real gateway, unsafe settings are refused, all at once, and
// errors contain no secrets.
func TestFault44_RefusesToStart(t *testing.T) {
	const short = "c2hvcnQ="
	err := Run(t.Context(), []string{
		"PAYAPP_GATEWAY_URL=http://gateway.example", "PAYAPP_PUBLIC_URL=http://pay.example",
		"PAYAPP_SESSION_KEYS=" + short, "PAYAPP_GATEWAY_RATE=none", "PAYAPP_SANDBOX_CALM=true",
	}, io.Discard, io.Discard)
	if err == nil {
		t.Fatal("it started")
	}
	for _, name := range []string{"PAYAPP_GATEWAY_URL", "PAYAPP_PUBLIC_URL", "PAYAPP_SESSION_KEYS", "PAYAPP_GATEWAY_RATE", "PAYAPP_SANDBOX_CALM"} {
		if !strings.Contains(err.Error(), "\n  "+name+": ") {
			t.Errorf("%s isn't among the faults:\n%v", name, err)
		}
	}
	if strings.Contains(err.Error(), short) {
		t.Errorf("a key is told:\n%v", err)
	}
}
