package run

import (
	"bytes"
	"crypto/rand"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"payapp/internal/application"
	"payapp/internal/session"
	"payapp/internal/site"
	"payapp/methods"
	"payapp/sandbox"
)

// deployment is an application beside a sandbox, with the settings of a test.
type deployment struct {
	box  sandbox.Config
	site site.Settings
	app  string // its address, once it is started
	at   string // the sandbox's
	// gateway is another sandbox's address for the application.
	gateway string
	room    int // bytes of headers that its proxy takes; 0 is no proxy
}

// proxied answers 502 in the place of an answer with more headers than there is room for.
func (d *deployment) proxied(app http.Handler) http.Handler {
	if d.room == 0 {
		return app
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		app.ServeHTTP(answer, r)
		var header bytes.Buffer
		if _ = answer.Header().Write(&header); header.Len() > d.room {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = answer.Body.WriteTo(w)
	})
}

func usual() *deployment {
	return &deployment{box: sandbox.Config{Calm: true, Rate: 1000}, site: site.Settings{AllowHTTP: true, Sandbox: true}}
}

func (d *deployment) start(t *testing.T) *deployment {
	t.Helper()
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, number, _ := net.SplitHostPort(port.Addr().String())
	d.app = "http://localhost:" + number
	if d.box.PaymentAppURL == "" {
		d.box.PaymentAppURL = d.app
	}
	box, err := sandbox.New(t.Context(), d.box)
	if err != nil {
		t.Fatal(err)
	}
	gateway := httptest.NewServer(box.Handler())
	d.at = gateway.URL
	if d.gateway == "" {
		d.gateway = d.at
	}
	key := make([]byte, session.MinKey)
	_, _ = rand.Read(key)
	logger := slog.New(slog.DiscardHandler)
	app, err := application.New(application.Config{
		GatewayURL: d.gateway, Keys: [][]byte{key}, Catalogue: methods.Default(), Logger: logger, Rate: 1000, Settings: d.site,
		Patience: time.Minute, NamePatience: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: d.proxied(app), ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(port) }()
	t.Cleanup(func() {
		app.Drain()
		_ = server.Close()
		gateway.Close()
		_ = box.Close()
	})
	return d
}
