package e2e

import (
	"context"
	"crypto/rand"
	"errors"
	"hash/fnv"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"payapp/e2e/kit"
	"payapp/internal/application"
	"payapp/internal/session"
	"payapp/internal/site"
	"payapp/internal/stream"
	"payapp/methods"
	"payapp/sandbox"
)

// world is where the suites run.
type world struct {
	kit.World
	keys [][]byte // of sessions
}

func newWorld(strict bool) *world {
	albums := albumFolder
	if strict {
		albums = "" // its pictures would replace the others'
	}
	return &world{World: kit.World{Payee: "Demo Shop", HTTP: &http.Client{Timeout: time.Minute}, Strict: strict, Browser: chromium, Failures: failureFolder, Albums: albums, Left: takeEvidence}}
}

// Where failed tests leave their evidence, and walks their pictures, which `make
// gallery` shows.
const (
	failureFolder = "failures"
	albumFolder   = "walks"
)

// suiteRate is far above what a few tabs need: the suites test pages, not the
// gateway's limit.
const suiteRate = 1000

// startHere serves both on free ports. The application is "localhost" and the
// sandbox, with its bank pages, "127.0.0.1": two sites to a browser, as in
// production.
func (w *world) startHere() (stop func(), err error) {
	appPort, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	boxPort, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(err, appPort.Close())
	}
	_, port, _ := net.SplitHostPort(appPort.Addr().String())
	w.App = "http://localhost:" + port
	w.Sandbox = "http://" + boxPort.Addr().String()

	box, err := sandbox.New(context.Background(), sandbox.Config{Calm: true, Strict: w.Strict, Rate: suiteRate, PaymentAppURL: w.App})
	if err != nil {
		return nil, err
	}
	key := make([]byte, session.MinKey)
	_, _ = rand.Read(key)
	w.keys = [][]byte{key}
	logger := suiteLog()
	handler, err := w.handler(logger, stream.Config{})
	if err != nil {
		return nil, errors.Join(err, box.Close())
	}
	gateway := application.Server(box.Handler(), logger)
	gateway.WriteTimeout = sandbox.WriteTimeout
	servers := []*http.Server{serve(appPort, application.Server(eachTheirOwn(handler), logger)), serve(boxPort, gateway)}
	return func() {
		handler.Drain()
		for _, s := range servers {
			_ = s.Close() // browsers keep connections open for ever
		}
		_ = box.Close()
	}, nil
}

// eachTheirOwn gives the customers of each payment an address of their own, as
// in production: refused tokens of one test make no address of another suspect.
func eachTheirOwn(application http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sum := fnv.New32a()
		_, _ = io.WriteString(sum, strings.Join(strings.SplitN(r.URL.Path, "/", 4)[:min(3, strings.Count(r.URL.Path, "/")+1)], "/"))
		b := sum.Sum(nil)
		r.RemoteAddr = net.JoinHostPort(net.IPv4(10, b[1], b[2], b[3]).String(), "1")
		application.ServeHTTP(w, r)
	})
}

func serve(listener net.Listener, server *http.Server) *http.Server {
	go func() { _ = server.Serve(listener) }()
	return server
}

// handler is the application wired as main does it, for a gateway without a
// limit.
func (w *world) handler(logger *slog.Logger, streams stream.Config) (*application.Application, error) {
	return application.New(application.Config{
		GatewayURL: w.Sandbox,
		Keys:       w.keys,
		Catalogue:  methods.Default(),
		Logger:     logger,
		Rate:       suiteRate,
		Settings:   site.Settings{AllowHTTP: true, Sandbox: true},

		Patience: kit.Patience, NamePatience: kit.Patience, // pages don't depend on how busy the machine is
		Streams: streams,
	})
}

// suiteLog is the application's log, printed on request.
func suiteLog() *slog.Logger {
	if os.Getenv("PAYAPP_E2E_LOG") == "" {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(os.Stderr, nil))
}
