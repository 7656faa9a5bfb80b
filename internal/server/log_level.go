//go:build !sandbox

package server

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
)

// serveLogLevel lets operators look closer without a restart, after which the replica
// would have forgotten what they look for. It is a PUT: no page of another site can
// send one.
func (a *app) serveLogLevel(mux *http.ServeMux) {
	mux.HandleFunc("GET /log-level", func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, levelWord(a.lines.level.Level())) })
	mux.HandleFunc("PUT /log-level", func(w http.ResponseWriter, r *http.Request) {
		word, err := io.ReadAll(io.LimitReader(r.Body, 16))
		level, known := logLevels[strings.TrimSpace(string(word))]
		if err != nil || !known {
			say(w, http.StatusBadRequest, "send debug, info, warn or error")
			return
		}
		before := a.lines.level.Level()
		a.lines.level.Set(level)
		a.logger.Error("log level set", "from", levelWord(before), "to", levelWord(level)) // at a level that always shows
		say(w, http.StatusOK, levelWord(level))
	})
}

// logLevels are the words of PAYAPP_LOG_LEVEL.
var logLevels = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}

func levelWord(level slog.Level) string { return strings.ToLower(level.String()) }
