package deploy

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// ingress is nginx as ingress-nginx sets it up, as far as logs and limits go: its format, its
// level, its limits and its buffer for bodies where no annotation changes that, with the
// settings of the controller that are shipped.
func ingress(t *testing.T) (p *proxied, spool string) {
	t.Helper()
	text, err := os.ReadFile("kubernetes/ingress-nginx/controller.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var controller struct{ Data map[string]string }
	if err := yaml.Unmarshal(text, &controller); err != nil {
		t.Fatal(err)
	}
	set := func(key string) string {
		t.Helper()
		if controller.Data[key] == "" {
			t.Fatalf("the controller's %s isn't set", key)
		}
		return controller.Data[key]
	}
	return begin(t, func(folder, https, _, replica string) *exec.Cmd {
		spool = filepath.Join(folder, "bodies")
		conf := filepath.Join(folder, "nginx.conf")
		if err := os.WriteFile(conf, []byte(`
error_log /dev/stderr `+set("error-log-level")+`;
events {}
http {
	client_body_temp_path bodies; proxy_temp_path b; fastcgi_temp_path c; uwsgi_temp_path d; scgi_temp_path e;
	log_format upstreaminfo escape=default '`+set("log-format-upstream")+`';
	access_log /dev/stdout upstreaminfo;
	limit_req_zone $binary_remote_addr zone=rps:5m rate=30r/s;
	set_real_ip_from 127.0.0.1;
	real_ip_header X-From;
	`+strings.Replace(set("http-snippet"), "pay.example", "127.0.0.1", 1)+`
	limit_req_status `+set("limit-req-status-code")+`;
	limit_conn_status `+set("limit-conn-status-code")+`;
	server {
		listen `+https+` ssl http2;
		ssl_certificate tls.pem;
		ssl_certificate_key tls.pem;
		client_body_buffer_size 8k;
		client_max_body_size 128k;
		location / {
			limit_req zone=rps burst=150 nodelay;
			`+set("location-snippet")+`
			proxy_pass http://`+replica+`;
			proxy_set_header X-Forwarded-For $remote_addr;
			proxy_set_header Host $http_host;
			proxy_buffer_size 16k;
			proxy_buffers 4 16k;
			proxy_request_buffering on;
		}
	}
}
`), 0o600); err != nil {
			t.Fatal(err)
		}
		return exec.CommandContext(t.Context(), program("nginx"), "-e", "stderr", "-p", folder, "-c", conf, "-g", "daemon off; pid pid;")
	}), spool
}

// With the settings that are shipped for the controller, nothing that goes wrong
// writes a token down: refusals, a replica that is gone, a body that finds no room. Who
// asked for what, and what became of it, is there.
func TestIngressLogsNoQuery(t *testing.T) {
	t.Parallel()
	p, spool := ingress(t)
	link := "/?merchantCode=M-1&token=" + secret
	if err := os.RemoveAll(spool); err != nil {
		t.Fatal(err)
	}
	large, err := p.client.Post("https://"+p.https+link, "application/x-www-form-urlencoded", bytes.NewReader(make([]byte, 60<<10)))
	if err != nil || large.StatusCode != http.StatusInternalServerError {
		t.Errorf("a body without room: got %v, %v", large, err)
	} else {
		large.Body.Close()
	}
	p.replica.CloseClientConnections()
	p.replica.Close()
	seen := map[int]int{}
	for range 400 {
		if r, err := p.ask(t.Context(), http.MethodGet, link); err == nil {
			seen[r.StatusCode]++
		}
	}
	if seen[http.StatusTooManyRequests] == 0 || seen[http.StatusBadGateway] == 0 {
		t.Errorf("got %v", seen)
	}
	p.stop()
	log := p.written()
	if strings.Contains(log, secret) || strings.Contains(log, "merchantCode") {
		t.Errorf("the log has the query:\n%.2000s", log)
	}
	if !strings.Contains(log, " GET / HTTP/2.0 429 ") || !strings.Contains(log, "127.0.0.1") {
		t.Errorf("the log tells nothing:\n%.2000s", log)
	}
}
