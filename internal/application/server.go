package application

import (
	"log/slog"
	"net/http"
	"time"
)

// Go's server has no limits by default. A phone on a bad line sends the 7 KB of a
// payment's cookies at 1 KB a second. Writing may take far longer than a request is
// held for the gateway; bodies and streams have deadlines of their own.
const (
	headerTimeout  = 10 * time.Second
	readTimeout    = 15 * time.Second
	writeTimeout   = 40 * time.Second
	idleTimeout    = 75 * time.Second
	maxHeaderBytes = 32 << 10
)

// Server is the HTTP server that customers reach, with its limits. The caller
// provides the listener.
func Server(handler http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		// The application itself refuses OPTIONS *, with its headers.
		DisableGeneralOptionsHandler: true,
		// Panics outside the handlers' own recovery, and failing listeners.
		// Without TLS, clients can't cause entries here.
		ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelError),
	}
}
