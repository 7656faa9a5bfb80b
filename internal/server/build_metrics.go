//go:build !sandbox

package server

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/build"
	"payapp/internal/config"
)

// registerProcess adds what tells replicas apart that should be alike, their
// build and the keys of their sessions, newest first; and what is lost of the log.
func registerProcess(metrics prometheus.Registerer, keys [][]byte, made []time.Time, log *logLines) {
	info := build.Current()
	builds := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "payapp_build_info", Help: "1, with what this build is.",
		ConstLabels: prometheus.Labels{"version": info.Version, "commit": info.Commit, "go": info.Go},
	})
	builds.Set(1)
	keyring := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "payapp_session_key_info", Help: "1 for each session key, by its fingerprint; place 1 seals, all open.",
	}, []string{"place", "fingerprint"})
	dates := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "payapp_session_key_made_timestamp_seconds", Help: "When a session key was made, in Unix time, if its date stands before it.",
	}, []string{"place", "fingerprint"})
	for i, fingerprint := range config.Fingerprints(keys) {
		keyring.WithLabelValues(strconv.Itoa(i+1), fingerprint).Set(1)
		if i < len(made) && !made[i].IsZero() {
			dates.WithLabelValues(strconv.Itoa(i+1), fingerprint).Set(float64(made[i].Unix()))
		}
	}
	lost := prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "payapp_log_lines_lost_total", Help: "Log lines that couldn't be written.",
	}, func() float64 { return float64(log.lost.Load()) })
	metrics.MustRegister(builds, keyring, dates, lost)
}
