//go:build !sandbox

package server

import (
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"payapp/internal/config"
)

func newMetrics() *prometheus.Registry {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return registry
}

// adminHandler is for operators, and never on the public port. By the time it
// can be reached everything is wired and all ports are open, so it is ready
// until it drains, unless it has to wait for what the others say.
func (a *app) adminHandler(metrics prometheus.Gatherer, others others, cfg config.Config) http.Handler {
	mux := http.NewServeMux()
	if cfg.AdminProfiles || isLoopback(cfg.AdminAddr) {
		serveProfiles(mux)
	}
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
	return onlyAt(cfg.AdminHosts, mux)
}

// serveProfiles shows where processor time and memory go, and where goroutines wait.
// They have no content of requests, but each costs as long as it takes.
func serveProfiles(mux *http.ServeMux) {
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
}

// isLoopback reports whether only this machine reaches the address.
func isLoopback(address string) bool {
	host, _, _ := net.SplitHostPort(address)
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// onlyAt refuses requests by a name that isn't one of these, localhost or an address:
// a page of another site may have its own name lead here.
func onlyAt(names []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := (&url.URL{Host: r.Host}).Hostname()
		_, err := netip.ParseAddr(host)
		named := slices.ContainsFunc(append([]string{"", "localhost"}, names...), func(n string) bool { return strings.EqualFold(n, host) })
		if err != nil && !named {
			say(w, http.StatusMisdirectedRequest, "PAYAPP_ADMIN_HOSTS doesn't name this host")
			return
		}
		next.ServeHTTP(w, r)
	})
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
