package e2e

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/handlers"
	"payapp/i18n"
	"payapp/internal/session"
	"payapp/internal/watch"
	"payapp/methods"
	"payapp/sandbox"
)

// world is where the suites run: an application and its sandbox, by address.
type world struct {
	app     string // {payment_app_url}, without a trailing slash
	sandbox string // {base_url}
	http    *http.Client
}

// startWorld uses the deployed application named by the environment, or starts
// one in this process.
func startWorld() (stop func(), err error) {
	theWorld = &world{http: &http.Client{Timeout: time.Minute}}
	app, box := os.Getenv("PAYAPP_E2E_URL"), os.Getenv("PAYAPP_E2E_SANDBOX_URL")
	switch {
	case app != "" && box != "":
		theWorld.app, theWorld.sandbox = strings.TrimSuffix(app, "/"), strings.TrimSuffix(box, "/")
		return func() {}, nil
	case cmp.Or(app, box) != "":
		return nil, errors.New("PAYAPP_E2E_URL and PAYAPP_E2E_SANDBOX_URL go together")
	}
	return theWorld.startHere()
}

// suiteRate is far above what two tabs need: what a suite measures is pages,
// not the gateway's limit.
const suiteRate = 1000

// startHere serves both on free ports. The application is "localhost" and the
// sandbox, with its bank pages, "127.0.0.1": two sites to a browser, as in
// life.
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
	w.app = "http://localhost:" + port
	w.sandbox = "http://" + boxPort.Addr().String()

	box, err := sandbox.New(context.Background(), sandbox.Config{Calm: true, Rate: suiteRate, PaymentAppURL: w.app})
	if err != nil {
		return nil, err
	}
	handler, err := w.handler()
	if err != nil {
		return nil, errors.Join(err, box.Close())
	}
	servers := []*http.Server{serve(appPort, handler), serve(boxPort, box.Handler())}
	return func() {
		for _, s := range servers {
			_ = s.Close() // browsers keep connections open for ever
		}
		_ = box.Close()
	}, nil
}

func serve(listener net.Listener, handler http.Handler) *http.Server {
	s := &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}
	go func() { _ = s.Serve(listener) }()
	return s
}

// handler wires the application as main does.
func (w *world) handler() (http.Handler, error) {
	logger := slog.New(slog.DiscardHandler)
	if level := os.Getenv("PAYAPP_E2E_LOG"); level != "" {
		logger = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	client, err := apiclient.New(apiclient.Config{BaseURL: w.sandbox, Logger: logger})
	if err != nil {
		return nil, err
	}
	key := make([]byte, session.MinKey)
	_, _ = rand.Read(key)
	sealer, err := session.New(session.Config{Keys: [][]byte{key}})
	if err != nil {
		return nil, err
	}
	bundle, err := i18n.Load()
	if err != nil {
		return nil, err
	}
	return handlers.New(handlers.Config{
		Gateway: watch.New(client, watch.Config{Rate: suiteRate, Logger: logger}),
		Sealer:  sealer, Catalogue: methods.Default(), Bundle: bundle, Logger: logger, Now: time.Now,
		AllowHTTP: true, Sandbox: true,
	})
}
