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
