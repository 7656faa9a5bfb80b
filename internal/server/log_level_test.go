//go:build !sandbox

package server

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/config"
)

// An operator looks closer without a restart, and the log says so. Other words change
// nothing.
func TestTheLogLevelChangesWithoutARestart(t *testing.T) {
	var out bytes.Buffer
	log, lines := newLogger(config.Config{LogLevel: "warn", LogFormat: config.LogJSON}, &out)
	a := &app{logger: log, lines: lines}
	admin := httptest.NewServer(a.adminHandler(prometheus.NewRegistry(), nobodyElse{}, config.Config{}))
	defer admin.Close()
	send := func(method, word string) string {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, admin.URL+"/log-level", strings.NewReader(word))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(answer.StatusCode, " ", strings.TrimSpace(string(text)))
	}
	for _, step := range []struct{ method, word, want string }{
		{"GET", "", "200 warn"}, {"PUT", "debug\n", "200 debug"}, {"GET", "", "200 debug"}, {"PUT", "loud", "400 send debug, info, warn or error"},
		{"POST", "info", "405 Method Not Allowed"}, {"GET", "", "200 debug"},
	} {
		if got := send(step.method, step.word); got != step.want {
			t.Errorf("%s %q: got %q, want %q", step.method, step.word, got, step.want)
		}
		log.Debug("seen", "after", step.method+step.word)
	}
	if got := send("PUT", "error"); got != "200 error" {
		t.Errorf("got %q", got)
	}
	log.Warn("not seen")
	lines.close()
	text := out.String()
	for _, want := range []string{`"msg":"log level set","from":"warn","to":"debug"`, `"msg":"log level set","from":"debug","to":"error"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the log lacks %s:\n%s", want, text)
		}
	}
	if strings.Count(text, `"msg":"seen"`) != 5 || strings.Contains(text, "not seen") {
		t.Errorf("the log has\n%s", text)
	}
}
