package deploy

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"payapp/internal/testing/await"
)

// proxied is a proxy in front of a replica of its own making.
type proxied struct {
	t           *testing.T
	https, http string // addresses; it takes IPv6 at the same ports
	metrics     string // HAProxy's
	client      *http.Client
	replica     *httptest.Server
	slow        atomic.Int64 // POSTs to /slow that the replica knows of
	log         string       // file
	stop        func()
}

// begin runs a proxy: how makes its command from the folder with tls.pem, the
// proxy's two addresses and the replica's.
func begin(t *testing.T, how func(folder, https, http, replica string) *exec.Cmd) *proxied {
	t.Helper()
	folder := t.TempDir()
	p := &proxied{t: t}
	p.https, p.http = freePorts(t)
	trusted := certificate(t, filepath.Join(folder, "tls.pem"))
	p.replica = httptest.NewServer(http.HandlerFunc(p.answer))
	t.Cleanup(p.replica.CloseClientConnections)
	p.client = &http.Client{
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	command := how(folder, p.https, p.http, p.replica.Listener.Addr().String())
	log, err := os.Create(filepath.Join(folder, "log")) // a file, since workers share it
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	command.Stdout, command.Stderr, p.log = log, log, log.Name()
	// The test's context ends before its cleanup; killed, nginx would leave its
	// workers behind.
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	if err := command.Start(); err != nil {
		t.Fatalf("%v (make setup installs it)", err)
	}
	ended := make(chan struct{})
	go func() {
		_ = command.Wait()
		close(ended)
	}()
	p.stop = sync.OnceFunc(func() {
		p.client.CloseIdleConnections()
		_ = command.Process.Signal(syscall.SIGTERM) // both end at once
		await.For(t, "the proxy's end", ended)
	})
	t.Cleanup(p.stop)
	for {
		select {
		case <-ended:
			t.Fatalf("it ended:\n%s", p.written())
		default:
		}
		if r, err := p.ask(t.Context(), http.MethodGet, "/up"); err == nil && r.StatusCode == http.StatusOK {
			return p
		}
	}
}

// written is what the proxy has written so far.
func (p *proxied) written() string {
	p.t.Helper()
	text, err := os.ReadFile(p.log)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

// answer is the replica: it says what it was told, counts a slow POST, sets as many cookies as a payment
// may have, and streams events.
func (p *proxied) answer(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if strings.HasSuffix(r.URL.Path, "/pay") {
		w.Header()["Set-Cookie"] = []string{"pay=" + strings.Repeat("x", 4000), "known=" + strings.Repeat("x", 4000), "more=" + strings.Repeat("x", 2000)}
	}
	if r.URL.Path == "/slow" {
		p.slow.Add(1)
		n, _ := io.Copy(io.Discard, r.Body)
		fmt.Fprint(w, n)
		return
	}
	if !strings.HasSuffix(r.URL.Path, "/events") {
		fmt.Fprint(w, r.Header.Get("X-Forwarded-For"), " ", r.Host)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	_, _ = io.WriteString(w, "event: beat\ndata: 20000\n\n")
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
}

// ask sends a request and reads its answer.
func (p *proxied) ask(ctx context.Context, method, path string) (*http.Response, error) {
	return p.askAt(ctx, p.https, method, path)
}

func (p *proxied) askAt(ctx context.Context, address, method, path string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, "https://"+address+path, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("X-Forwarded-For", "203.0.113.9") // a customer who pretends
	response, err := p.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, err
}

// program finds one that only root has on its path.
func program(name string) string {
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	return "/usr/sbin/" + name
}

// freePorts are two addresses on which nobody listens. They are below the ports that
// the kernel gives away, of which another test's connection could get one before the
// proxy listens, and no two tests get the same.
func freePorts(t *testing.T) (https, http string) {
	t.Helper()
	var found []string
	for len(found) < 2 {
		port := fmt.Sprint(10000 + os.Getpid()%1900 + int(ports.Add(1)))
		l, err := net.Listen("tcp", "127.0.0.1:"+port)
		if err != nil {
			continue // a program of this machine listens there
		}
		defer l.Close()
		l6, err := net.Listen("tcp", on6(l.Addr().String()))
		if err != nil {
			continue
		}
		defer l6.Close()
		found = append(found, l.Addr().String())
	}
	return found[0], found[1]
}

// on6 is the same port by IPv6.
func on6(address string) string { return strings.Replace(address, "127.0.0.1", "[::1]", 1) }

// ports counts those that were tried.
var ports atomic.Int64

// certificate writes a certificate for loopback and its key.
func certificate(t *testing.T, file string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "payapp"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}, DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, form, form, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	text := append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})...)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(text)
	return trusted
}
