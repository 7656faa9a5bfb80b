package application

import (
	"log/slog"
	"net/http"
	"time"
)

// Go's server has no limits unless they are set. Writing takes as long as the
// slowest creation and then some.
const (
	headerTimeout  = 5 * time.Second
	readTimeout    = 15 * time.Second
	writeTimeout   = 40 * time.Second
	idleTimeout    = 75 * time.Second
	maxHeaderBytes = 32 << 10
)

// Server is the HTTP server that customers reach, with its limits, for a
// listener of the caller's.
func Server(handler http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		// OPTIONS * is the application's to refuse, with its headers.
		DisableGeneralOptionsHandler: true,
		// Without TLS a client can't make the server write here: these are
		// panics outside the handlers' own care, and ports that take nobody.
		ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelError),
	}
}
