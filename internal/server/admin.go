//go:build !sandbox

package server

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

func newMetrics() *prometheus.Registry {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return registry
}

// adminHandler is for operators, and never on the public port. By the time it
// can be reached everything is wired and all ports are open, so it is ready
// until it drains, unless it has to wait for what the others say.
func (a *app) adminHandler(metrics prometheus.Gatherer, others others) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(metrics, promhttp.HandlerOpts{}))
	a.serveLogLevel(mux)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if a.draining.Load() {
			say(w, http.StatusServiceUnavailable, "stopping")
			return
		}
		if why := others.Waits(); why != "" {
			say(w, http.StatusServiceUnavailable, "not ready: "+why+others.ReplicaDifferences())
			return
		}
		say(w, http.StatusOK, "ready"+others.ReplicaDifferences())
	})
	return mux
}

// others is what the other replicas mean for this one.
type others interface {
	// Waits says why it mustn't have customers yet; "" if it may.
	Waits() string
	// ReplicaDifferences says how many of them are set up differently.
	ReplicaDifferences() string
}

func say(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
