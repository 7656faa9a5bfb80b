package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestRunServesUntilStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"-addr", "127.0.0.1:0", "-db", ":memory:", "-calm"}, func(string) string { return "" }, in)
		in.Close()
	}()
	banner := make([]byte, 256)
	n, err := out.Read(banner)
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, out)
	address := regexp.MustCompile(`http://[0-9.:]+/`).FindString(string(banner[:n]))
	response, err := http.Get(address + "about")
	if err != nil {
		t.Fatalf("%q: %v", banner[:n], err)
	}
	response.Body.Close()
	if response.StatusCode != 200 {
		t.Errorf("got %d", response.StatusCode)
	}
	http.DefaultClient.CloseIdleConnections()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestSettings(t *testing.T) {
	environment := map[string]string{"PAYAPP_SANDBOX_RATE": "500", "PAYAPP_SANDBOX_CALM": "true", "PAYAPP_SANDBOX_STRICT": "true", "PAYAPP_SANDBOX_DB": ":memory:"}
	got, err := readSettings([]string{"-addr", "127.0.0.1:7", "-rate", "20"}, func(name string) string { return environment[name] }, io.Discard)
	if err != nil || got.addr != "127.0.0.1:7" || got.config.Rate != 20 || !got.config.Calm || !got.config.Strict || got.config.DB != ":memory:" {
		t.Errorf("got %+v, %v", got, err)
	}
	for name, c := range map[string]struct {
		code int
		args []string
		env  map[string]string
	}{
		"rate": {1, nil, map[string]string{"PAYAPP_SANDBOX_RATE": "many"}}, "calm": {1, nil, map[string]string{"PAYAPP_SANDBOX_CALM": "perhaps"}},
		"key": {1, nil, map[string]string{"PAYAPP_SANDBOX_KEY": "secret"}}, "zero": {1, nil, map[string]string{"PAYAPP_SANDBOX_RATE": "0"}},
		"no file": {1, nil, map[string]string{"PAYAPP_SANDBOX_ADDR_FILE": "/no/such/file"}}, "argument": {2, []string{"now"}, nil}, "flag": {2, []string{"-x"}, nil},
		"twice": {1, nil, map[string]string{"PAYAPP_SANDBOX_ADDR": ":1", "PAYAPP_SANDBOX_ADDR_FILE": "/no/such/file"}},
	} {
		if _, err := readSettings(c.args, func(name string) string { return c.env[name] }, io.Discard); err == nil || exitCode(err) != c.code {
			t.Errorf("%s: got %v", name, err)
		}
	}
	var help bytes.Buffer
	if err := run(t.Context(), []string{"-help"}, func(string) string { return "" }, &help); err != nil || !strings.Contains(help.String(), "PAYAPP_SANDBOX_CALM") || !strings.Contains(help.String(), "Exit codes:") {
		t.Errorf("help: %v\n%s", err, help.String())
	}
}

// Each variable can also be in a file.
func TestSettingsFromFiles(t *testing.T) {
	environment, folder := map[string]string{}, t.TempDir()
	for name, value := range map[string]string{"ADDR": "127.0.0.1:7", "RATE": "500", "CALM": "true", "DB": ":memory:"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(value+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		environment["PAYAPP_SANDBOX_"+name+"_FILE"] = path
	}
	got, err := readSettings(nil, func(name string) string { return environment[name] }, io.Discard)
	if err != nil || got.addr != "127.0.0.1:7" || got.config.Rate != 500 || !got.config.Calm || got.config.DB != ":memory:" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// All settings at fault are told at once, in words and without Go's own names.
func TestSettingsAtFaultAreToldTogether(t *testing.T) {
	environment := map[string]string{
		"PAYAPP_SANDBOX_RATE": "many", "PAYAPP_SANDBOX_CALM": "perhaps", "PAYAPP_SANDBOX_ADDR": "8081", "PAYAPP_SANDBOX_KEY": "secret",
	}
	_, err := readSettings(nil, func(name string) string { return environment[name] }, io.Discard)
	if err == nil {
		t.Fatal("it starts")
	}
	for _, want := range []string{
		`PAYAPP_SANDBOX_RATE: "many" is no whole number`, `PAYAPP_SANDBOX_CALM: "perhaps" is neither true nor false`,
		`PAYAPP_SANDBOX_ADDR: "8081" is not host:port`, "PAYAPP_SANDBOX_KEY: private key: not PEM",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in\n%v", want, err)
		}
	}
	if strings.Contains(err.Error(), "strconv") {
		t.Errorf("got %v", err)
	}
}
