package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"payapp/e2e/internal/harness"
)

// woken are those whom alerts reach: a pager and a tracker of tickets.
type woken struct {
	server *http.Server
	url    string
	mu     sync.Mutex
	got    []string // "page PayappAllDown"
	away   bool     // the pager doesn't take anything
}

// startWoken listens for what Alertmanager sends.
func startWoken(ctx context.Context) (*woken, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &woken{url: "http://" + listener.Addr().String()}
	w.server = &http.Server{Handler: http.HandlerFunc(w.hear), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = w.server.Serve(listener) }()
	return w, nil
}

// hear notes the alerts that fire, by the path of their receiver.
func (w *woken) hear(answer http.ResponseWriter, r *http.Request) {
	var message struct {
		Alerts []struct {
			Status string
			Labels map[string]string
		}
	}
	if err := json.NewDecoder(r.Body).Decode(&message); err != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.away && r.URL.Path == "/page/" {
		answer.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	for _, a := range message.Alerts {
		if a.Status == "firing" {
			w.got = append(w.got, strings.Trim(r.URL.Path, "/")+" "+a.Labels["alertname"])
		}
	}
}

// forget begins anew: what reaches them from now on counts.
func (w *woken) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.got = nil
}

// pager says whether the pager is there.
func (w *woken) pager(there bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.away = !there
}

// heard is where an alert has arrived, "" as long as it hasn't.
func (w *woken) heard(name string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := slices.IndexFunc(w.got, func(got string) bool { return strings.HasSuffix(got, " "+name) })
	if at < 0 {
		return ""
	}
	receiver, _, _ := strings.Cut(w.got[at], " ")
	return receiver
}

var waits = regexp.MustCompile(`(group_wait|group_interval|repeat_interval): (\d+)([smh])`)

// hurriedRoutes are Alertmanager's with shorter waits, and with receivers that listen.
func hurriedRoutes(configuration, receivers string) string {
	urls := strings.NewReplacer("http://page.invalid", receivers+"/page", "http://ticket.invalid", receivers+"/ticket")
	configuration = urls.Replace(configuration)
	return waits.ReplaceAllStringFunc(configuration, func(text string) string {
		parts := waits.FindStringSubmatch(text)
		n, _ := strconv.Atoi(parts[2])
		milliseconds := map[string]int{"s": 1000, "m": 60_000, "h": 3_600_000}[parts[3]]
		return fmt.Sprintf("%s: %dms", parts[1], n*milliseconds/hurry)
	})
}

// startAlertmanager runs it with the routes that are shipped.
func (s *stage) startAlertmanager(ctx context.Context) (err error) {
	if s.woken, err = startWoken(ctx); err != nil {
		return err
	}
	shipped, err := os.ReadFile("deploy/prometheus/alertmanager.yaml")
	if err != nil {
		return err
	}
	file := filepath.Join(s.logs, "alertmanager.yaml")
	routes := hurriedRoutes(string(shipped), s.woken.url)
	if err := os.WriteFile(file, []byte(routes), 0o600); err != nil { //nolint:gosec // in a folder of ours
		return err
	}
	address := s.addresses["alertmanager"]
	if s.alertmanager, err = harness.Start("alertmanager", s.logs, nil, "prometheus-alertmanager", "--config.file="+file,
		"--storage.path="+filepath.Join(s.logs, "alertmanager"), "--web.listen-address="+address, "--cluster.listen-address="); err != nil {
		return fmt.Errorf("%w: make setup installs it", err)
	}
	return s.alertmanager.Answers(ctx, "http://"+address+"/-/ready")
}

// startOutside runs who asks for a page by the public address.
func (s *stage) startOutside(ctx context.Context) (err error) {
	address := s.addresses["outside"]
	if s.outside, err = harness.Start("outside", s.logs, []string{"SSL_CERT_FILE=" + s.certificate}, "prometheus-blackbox-exporter",
		"--config.file=deploy/kubernetes/monitoring/blackbox.yaml", "--web.listen-address="+address); err != nil {
		return fmt.Errorf("%w: make setup installs it", err)
	}
	return s.outside.Answers(ctx, "http://"+address+"/-/healthy")
}
