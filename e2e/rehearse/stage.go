package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"payapp/e2e/internal/harness"
)

// stage is everything that runs.
type stage struct {
	out    io.Writer
	logs   string
	builds map[string]string // the production build by version, and "sandbox"

	public, gatewayURL string // https, through HAProxy
	shop               harness.Shop
	addresses          map[string]string
	certificate        string // file, in PEM
	keys               string
	redis              *harness.Redis
	sandbox, proxy     *harness.Process
	watcher            *prometheus
	alertmanager       *harness.Process
	outside            *harness.Process // asks for a page by the public address
	woken              *woken
	replicas           []*replica
	tokens             tokens
	followed           string // an order that was paid

	act    string
	paid   atomic.Int64
	right  int
	faults []string
}

// sandboxRate is the gateway's limit: the load needs less.
const sandboxRate = 60

// is tells what was seen, and remembers whether it was right.
func (s *stage) is(right bool, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !right {
		s.wrong("%s", text)
		return
	}
	s.right++
	fmt.Fprintln(s.out, "  ✓", text)
}

func (s *stage) wrong(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.faults = append(s.faults, s.act+": "+text)
	fmt.Fprintln(s.out, "  ✗", text)
}

// openStage builds and starts everything.
func openStage(ctx context.Context, out io.Writer) (*stage, error) {
	s := &stage{out: out, addresses: map[string]string{}, builds: map[string]string{}, act: "start"}
	var err error
	if s.logs, err = os.MkdirTemp("", "payapp-rehearsal-"); err != nil {
		return nil, err
	}
	fmt.Fprintln(out, "The processes' logs are in", s.logs)
	for _, name := range []string{"https", "http", "gateway", "metrics", "sandbox", "prometheus", "alertmanager", "outside"} {
		if s.addresses[name], err = harness.FreePort(); err != nil {
			return nil, err
		}
	}
	s.public, s.gatewayURL = "https://"+onLocalhost(s.addresses["https"]), "https://"+onLocalhost(s.addresses["gateway"])
	s.shop = harness.Shop{Sandbox: "http://" + s.addresses["sandbox"], Public: s.public, Client: &http.Client{}}
	s.certificate = filepath.Join(s.logs, "tls.pem")
	if err := s.command(ctx, nil, "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
		"-nodes", "-days", "30", "-subj", "/CN=rehearsal", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
		"-keyout", s.certificate, "-out", s.certificate+".crt"); err != nil {
		return nil, err
	}
	if err := join(s.certificate, s.certificate+".crt"); err != nil {
		return nil, err
	}
	fmt.Fprintln(out, "building two versions and the sandbox, as the image does …")
	for version, tags := range map[string]string{"v1.0.0": "production", "v1.1.0": "production", "sandbox": "sandbox"} {
		s.builds[version] = filepath.Join(s.logs, "payapp-"+version)
		settings := []string{"VERSION=" + version, "COMMIT=commit-of-" + version, "TAGS=" + tags}
		if err := s.command(ctx, settings, "deploy/build.sh", s.builds[version]); err != nil {
			return nil, err
		}
	}
	s.keys = harness.NewKey()
	if err := s.begin(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// begin starts the processes, from the store to Prometheus.
func (s *stage) begin(ctx context.Context) (err error) {
	if s.redis, err = harness.StartRedis(ctx, s.logs); err != nil {
		return err
	}
	for range 2 {
		r := &replica{stage: s}
		if r.address, err = harness.FreePort(); err != nil {
			return err
		}
		if r.admin, err = harness.FreePort(); err != nil {
			return err
		}
		s.replicas = append(s.replicas, r)
	}
	if err := s.startProxy(); err != nil {
		return err
	}
	if err := s.startSandbox(ctx, sandboxRate); err != nil {
		return err
	}
	for _, r := range s.replicas {
		if err := r.start(ctx, "v1.0.0", s.keys); err != nil {
			return err
		}
	}
	if err := s.startAlertmanager(ctx); err != nil {
		return err
	}
	if err := s.startOutside(ctx); err != nil {
		return err
	}
	if s.watcher, err = startPrometheus(ctx, s); err != nil {
		return err
	}
	return s.backends(ctx)
}

// startProxy starts HAProxy, as it is shipped.
func (s *stage) startProxy() (err error) {
	settings := []string{
		"HTTPS_ADDR=" + s.addresses["https"], "HTTP_ADDR=" + s.addresses["http"], "GATEWAY_ADDR=" + s.addresses["gateway"],
		"METRICS_ADDR=" + s.addresses["metrics"],
		"CERTIFICATE=" + s.certificate, "SANDBOX=" + s.addresses["sandbox"],
	}
	for i, r := range s.replicas {
		settings = append(settings, fmt.Sprintf("REPLICA_%d=%s", i+1, r.address), fmt.Sprintf("ADMIN_%d=%s", i+1, port(r.admin)))
	}
	s.proxy, err = harness.Start("haproxy", s.logs, settings, program("haproxy"), "-db",
		"-f", "deploy/proxy/haproxy.cfg", "-f", "deploy/proxy/sandbox.cfg")
	return err
}

// startSandbox starts the gateway's stand-in, with what it had before.
func (s *stage) startSandbox(ctx context.Context, rate int) (err error) {
	s.sandbox, err = harness.Start("sandbox", s.logs, []string{
		"PAYAPP_SANDBOX_ADDR=" + s.addresses["sandbox"], "PAYAPP_SANDBOX_URL=" + s.gatewayURL,
		"PAYAPP_SANDBOX_CALM=true", "PAYAPP_PUBLIC_URL=" + s.public, "PAYAPP_LOG_LEVEL=warn",
		"PAYAPP_SANDBOX_DB=" + filepath.Join(s.logs, "sandbox.db"), fmt.Sprintf("PAYAPP_SANDBOX_RATE=%d", rate),
	}, s.builds["sandbox"], "sandbox")
	if err != nil {
		return err
	}
	return s.sandbox.Answers(ctx, "http://"+s.addresses["sandbox"]+"/shop")
}

// command runs a program to its end, from the repository's top.
func (s *stage) command(ctx context.Context, settings []string, name string, args ...string) error {
	c := exec.CommandContext(ctx, name, args...)
	c.Env = append(os.Environ(), settings...)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// end stops everything as an operator does: each must stop cleanly.
func (s *stage) end() {
	s.act = "the end"
	for i, r := range s.replicas {
		s.is(r.stop() == nil, "replica %d stops cleanly", i+1)
	}
}

func (s *stage) close() {
	for _, r := range s.replicas {
		r.Kill()
	}
	if s.watcher != nil {
		s.watcher.Kill()
	}
	s.alertmanager.Kill()
	s.outside.Kill()
	if s.woken != nil {
		_ = s.woken.server.Close()
	}
	s.proxy.Kill()
	s.sandbox.Kill()
	if s.redis != nil {
		s.redis.Kill()
	}
	for _, build := range s.builds {
		_ = os.Remove(build)
	}
}

func onLocalhost(address string) string { return "localhost:" + port(address) }

func port(address string) string { return address[strings.LastIndex(address, ":")+1:] }

// program finds one that only root has on its path.
func program(name string) string {
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	return "/usr/sbin/" + name
}

func join(to, from string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(to, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := file.Write(text); err != nil {
		return err
	}
	return file.Close()
}

// until looks again and again, for a limited time.
func until(ctx context.Context, limit time.Duration, look func() bool) bool {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for !look() {
		if !harness.Pause(ctx, 200*time.Millisecond) {
			return false
		}
	}
	return true
}
