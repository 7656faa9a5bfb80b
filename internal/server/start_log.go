package server

import (
	"log/slog"
	"maps"
	"slices"

	"payapp/internal/build"
	"payapp/internal/config"
)

// fewDescriptors is a limit of open files that a few hundred waiting customers
// would reach: each keeps one open.
const fewDescriptors = 4096

// logStart says what begins here: which build, with which settings and keys. On
// a terminal the banner is enough.
func logStart(cfg config.Config, keys [][]byte, traced bool, descriptors uint64, logger *slog.Logger) {
	for _, name := range cfg.Unknown {
		logger.Warn("unknown setting; is its name misspelt?", "name", name)
	}
	for _, merchant := range slices.Sorted(maps.Keys(cfg.Site.Branding)) {
		for _, adjustment := range cfg.Site.Branding[merchant].Adjusted() {
			logger.Warn("a brand's colour was adjusted", "merchant", merchant, "reason", adjustment)
		}
	}
	if cfg.ReplaceSessionKeys {
		logger.Warn("PAYAPP_REPLACE_SESSION_KEYS is set: a wrong session key won't stop a roll-out. Remove it after this one")
	}
	if descriptors > 0 && descriptors < fewDescriptors {
		logger.Warn("few files may be open; each waiting customer keeps one: raise ulimit -n", "limit", descriptors)
	}
	info := build.Current()
	fields := []any{
		"version", info.Version, "commit", info.Commit, "go", info.Go, "sandbox", cfg.Site.Sandbox, "traces", traced,
		"keys", config.Fingerprints(keys), "settings", cfg.Summary(),
	}
	if _, text := logger.Handler().(*slog.TextHandler); text {
		logger.Debug("start", fields...)
		return
	}
	logger.Info("start", fields...)
}
