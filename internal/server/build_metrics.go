package server

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/build"
	"payapp/internal/config"
)

// registerIdentity adds what tells replicas apart that should be alike: their
// build, and the keys of their sessions, newest first.
func registerIdentity(metrics prometheus.Registerer, keys [][]byte) {
	info := build.Current()
	builds := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "payapp_build_info", Help: "1, with what this build is.",
		ConstLabels: prometheus.Labels{"version": info.Version, "commit": info.Commit, "go": info.Go},
	})
	builds.Set(1)
	keyring := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "payapp_session_key_info", Help: "1 for each session key, by its fingerprint; place 1 seals, all open.",
	}, []string{"place", "fingerprint"})
	for i, fingerprint := range config.Fingerprints(keys) {
		keyring.WithLabelValues(strconv.Itoa(i+1), fingerprint).Set(1)
	}
	metrics.MustRegister(builds, keyring)
}
