package handlers_test

import (
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/application"
)

// Why a session can't be found is counted: a browser without cookies is another
// case than a session that is over, and that than one of another replica's key.
func TestMissingSessionsAreCountedByCause(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := setup(t, func(c *application.Config) { c.Metrics = registry })
	b := w.browser()
	at := b.Enter(w.link("10", "THB")).Want(200, "options").URL.Path
	w.browser().Get(at).Want(400, "problem")
	w.clock.advance(30 * 24 * time.Hour)
	b.Get(at).Want(400, "problem")
	w.keys = [][]byte{randomKey()}
	other := prometheus.NewRegistry()
	w.restart(discard(), func(c *application.Config) { c.Metrics = other })
	b.Get(at).Want(http.StatusBadRequest, "problem")
	if got, want := counters(t, registry, "payapp_problem_pages_total"), map[string]float64{"none session-missing": 1, "expired session-missing": 1}; !maps.Equal(got, want) {
		t.Errorf("counted %v, want %v", got, want)
	}
	if got := counters(t, other, "payapp_problem_pages_total"); got["invalid session-missing"] != 1 {
		t.Errorf("another key is counted as %v", got)
	}
}
