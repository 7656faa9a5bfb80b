package deploy

import (
	"bufio"
	"crypto/tls"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func haproxy(t *testing.T) *proxied { t.Helper(); return haproxyWith(t) }

// haproxyWith is HAProxy with changes of its configuration, in pairs of old and new.
func haproxyWith(t *testing.T, changes ...string) *proxied {
	t.Helper()
	shipped, err := os.ReadFile("proxy/haproxy.cfg") // read here, so that Go's cache knows that this test depends on it
	if err != nil {
		t.Fatal(err)
	}
	metrics, _ := freePorts(t)
	p := begin(t, func(folder, https, plain, replica string) *exec.Cmd {
		conf := filepath.Join(folder, "haproxy.cfg")
		if err := os.WriteFile(conf, []byte(strings.NewReplacer(changes...).Replace(string(shipped))), 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.CommandContext(t.Context(), program("haproxy"), "-db", "-f", conf)
		_, port, _ := strings.Cut(replica, ":")
		command.Env = append(os.Environ(), "HTTP_ADDR="+plain+","+on6(plain), "HTTPS_ADDR="+https+","+on6(https), "CERTIFICATE="+filepath.Join(folder, "tls.pem"),
			"REPLICA_1="+replica, "ADMIN_1="+port, "REPLICA_2="+replica, "ADMIN_2="+port, "METRICS_ADDR="+metrics)
		return command
	})
	p.metrics = metrics
	return p
}

// The alerts ask for what HAProxy counts, and its metrics are at a port of their own.
func TestHAProxyCountsWhatAlertsAskFor(t *testing.T) {
	t.Parallel()
	p := haproxy(t)
	answer, err := http.Get("http://" + p.metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, series := range []string{
		`haproxy_frontend_requests_denied_total{proxy="pages"}`, `haproxy_frontend_http_requests_total{proxy="pages"}`,
		`haproxy_frontend_http_responses_total{proxy="pages",code="5xx"}`,
	} {
		if !strings.Contains(string(text), "\n"+series+" ") {
			t.Errorf("it doesn't count %s", series)
		}
	}
	if r, err := p.ask(t.Context(), http.MethodGet, "/metrics"); err != nil || r.Header.Get("Content-Type") == answer.Header.Get("Content-Type") {
		t.Errorf("customers see them: %v", err)
	}
}

func nginx(t *testing.T) *proxied { t.Helper(); return nginxWith(t) }

func nginxWith(t *testing.T, changes ...string) *proxied {
	t.Helper()
	shipped, err := os.ReadFile("proxy/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	return begin(t, func(folder, https, plain, replica string) *exec.Cmd {
		// Addresses of this test; what nginx wants to write goes into its folder.
		changed := strings.NewReplacer(append(changes,
			"listen 8443", "listen "+https, "listen 8080", "listen "+plain, "listen [::]:8443", "listen "+on6(https), "listen [::]:8080", "listen "+on6(plain), "payapp-1:8080", replica, "payapp-2:8080", replica,
			"/etc/nginx/tls.pem", filepath.Join(folder, "tls.pem"),
			"http {\n", "http {\nclient_body_temp_path a; proxy_temp_path b; fastcgi_temp_path c; uwsgi_temp_path d; scgi_temp_path e;\n",
		)...).Replace(string(shipped))
		conf := filepath.Join(folder, "nginx.conf")
		if err := os.WriteFile(conf, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		return exec.CommandContext(t.Context(), program("nginx"), "-e", "stderr", "-p", folder, "-c", conf, "-g", "daemon off; pid pid;")
	})
}

const secret = "eyJhbGciOiJub25lIn0"

// A RedirectURL's query holds the customer's token. It is in no line of a proxy's
// log, whatever becomes of the request.
func TestProxiesLogNoQuery(t *testing.T) {
	for name, start := range map[string]func(*testing.T) *proxied{"HAProxy": haproxy, "nginx": nginx} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			link := "/?merchantCode=M-1&token=" + secret
			for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodHead, "NONSENSE"} {
				if _, err := p.ask(t.Context(), method, link); err != nil {
					t.Error(err)
				}
			}
			plain, err := p.client.Get("http://" + p.http + link)
			if err != nil {
				t.Fatal(err)
			}
			plain.Body.Close()
			if want := "https://"; plain.StatusCode != http.StatusPermanentRedirect || !strings.HasPrefix(plain.Header.Get("Location"), want) {
				t.Errorf("plain http: got %d to %q", plain.StatusCode, plain.Header.Get("Location"))
			}
			if r, err := p.ask(t.Context(), http.MethodGet, link+strings.Repeat("x", 100_000)); err == nil && r.StatusCode < 400 {
				t.Errorf("a query of 100 KB: got %d", r.StatusCode)
			}
			if r, err := p.ask(t.Context(), http.MethodGet, "/status/%zz?token="+secret); err == nil && r.StatusCode < 400 {
				t.Errorf("an address that is none: got %d", r.StatusCode)
			}
			p.replica.CloseClientConnections()
			p.replica.Close()
			if r, err := p.ask(t.Context(), http.MethodGet, link); err != nil || r.StatusCode < 500 {
				t.Errorf("without a replica: got %v, %v", r, err)
			}
			limited := 0
			for range 400 {
				if r, err := p.ask(t.Context(), http.MethodGet, link); err == nil && r.StatusCode == http.StatusTooManyRequests {
					limited++
				}
			}
			if limited == 0 {
				t.Error("one address may ask as often as it likes")
			}
			p.stop()
			log := p.written()
			if strings.Contains(log, secret) || strings.Contains(log, "merchantCode") {
				t.Errorf("the log has the query:\n%.2000s", log)
			}
			if !strings.Contains(log, "GET / ") || !strings.Contains(log, "127.0.0.1") {
				t.Errorf("the log tells nothing:\n%.2000s", log)
			}
		})
	}
}

// What nginx refuses itself keeps its status, says what to do, and has the headers of
// every page. (HAProxy's own answers have no content to protect.)
func TestRefusalsOfNginxHaveOurHeaders(t *testing.T) {
	t.Parallel()
	p := nginx(t)
	for what, want := range map[string]int{"a body of 200 KB": http.StatusRequestEntityTooLarge, "TRACE": http.StatusMethodNotAllowed, "an address that is none": http.StatusBadRequest} {
		method, address, body := http.MethodPost, "/pay/a/pay", strings.Repeat("x", 200_000)
		switch want {
		case http.StatusMethodNotAllowed:
			method, body = http.MethodTrace, ""
		case http.StatusBadRequest:
			method, address, body = http.MethodGet, "/%zz", ""
		}
		r, err := http.NewRequestWithContext(t.Context(), method, "https://"+p.https+"/", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.URL.Opaque = "//" + p.https + address
		answer, err := p.client.Do(r)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		said, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != want || !strings.Contains(string(said), "Go back one page") {
			t.Errorf("%s: got %d, %v: %s", what, answer.StatusCode, err, said)
		}
		for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Cache-Control"} {
			if answer.Header.Get(name) == "" {
				t.Errorf("%s: no %s", what, name)
			}
		}
	}
}

// What browsers have dropped isn't spoken.
func TestProxiesSpeakNoOldTLS(t *testing.T) {
	for name, start := range map[string]func(*testing.T) *proxied{"HAProxy": haproxy, "nginx": nginx} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			for version, want := range map[uint16]bool{tls.VersionTLS10: false, tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
				dialer := tls.Dialer{Config: &tls.Config{MinVersion: version, MaxVersion: version, InsecureSkipVerify: true}}
				conn, err := dialer.DialContext(t.Context(), "tcp", p.https)
				if (err == nil) != want {
					t.Errorf("%s: got %v", tls.VersionName(version), err)
				}
				if err == nil {
					conn.Close()
				}
			}
		})
	}
}

// Streams aren't held back, HTTP/2 is spoken, all of a payment's cookies arrive, and a
// customer can't pretend to have another address.
func TestProxiesPassOnWhatPagesNeed(t *testing.T) {
	for name, start := range map[string]func(*testing.T) *proxied{"HAProxy": haproxy, "nginx": nginx} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			for from, address := range map[string]string{"127.0.0.1": p.https, "::1": on6(p.https)} {
				r, err := p.askAt(t.Context(), address, http.MethodGet, "/")
				if err != nil {
					t.Fatal(err)
				}
				body, err := io.ReadAll(r.Body)
				if want := from + " " + address; err != nil || string(body) != want || r.ProtoMajor != 2 {
					t.Errorf("got %q by %s, want %q by HTTP/2", body, r.Proto, want)
				}
			}
			if r, err := p.ask(t.Context(), http.MethodPost, "/pay/x/pay"); err != nil || r.StatusCode != http.StatusOK || len(r.Cookies()) != 3 {
				t.Errorf("an answer with 10 KB of headers: got %v, %v", r, err)
			}
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+p.https+"/pay/x/events", nil)
			if err != nil {
				t.Fatal(err)
			}
			stream, err := p.client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer stream.Body.Close()
			if line, err := bufio.NewReader(stream.Body).ReadString('\n'); err != nil || line != "event: beat\n" {
				t.Errorf("the stream, which is still open, gave %q, %v", line, err)
			}
		})
	}
}
