package server

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"
)

// Whoever starts a sandbox that goes wrong of its own accord reads that it does.
func TestBannerTellsOfTheSandboxesFaults(t *testing.T) {
	box, err := listenOn("sandbox", "127.0.0.1:0", http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer box.listener.Close()
	for _, faulty := range []bool{true, false} {
		var text strings.Builder
		(&app{sandbox: box, faulty: faulty}).banner(&text)
		if got := strings.Contains(text.String(), "PAYAPP_SANDBOX_CALM=true"); got != faulty {
			t.Errorf("faulty %v: got %s", faulty, &text)
		}
	}
}

// A port that is taken is named with the setting that moves it.
func TestPortIsTaken(t *testing.T) {
	taken, err := listenOn("sandbox", "127.0.0.1:0", http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer taken.listener.Close()
	for name, setting := range map[string]string{"application": "PAYAPP_ADDR=", "sandbox": "PAYAPP_SANDBOX_ADDR=", "admin": "PAYAPP_ADMIN_ADDR="} {
		_, err := listenOn(name, taken.listener.Addr().String(), http.NotFoundHandler(), slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), setting) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
