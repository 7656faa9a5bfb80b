package cli_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"payapp/internal/cli"
	"payapp/internal/config"
	"payapp/internal/testing/await"
)

func TestCommandHelp(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"--help"}, {"-h"}} {
		got := perform(t, nil, args...)
		if got.code != 0 || got.err != "" {
			t.Errorf("%q: got %+v", args, got)
		}
		for _, name := range []string{"link", "status-link", "sandbox", "version", "help", "PAYAPP_ADDR", "PAYAPP_SANDBOX_ADDR", "PAYAPP_ADMIN_ADDR"} {
			if !strings.Contains(got.out, "\n  "+name+" ") {
				t.Errorf("%q doesn't list %s: %s", args, name, got.out)
			}
		}
	}
	if help, flag := perform(t, nil, "help", "link"), perform(t, nil, "link", "--help"); help != flag || help.code != 0 || !strings.Contains(help.out, "--callback-url") {
		t.Errorf("help link: got %+v, link --help: %+v", help, flag)
	}
	for _, args := range [][]string{{"lnik"}, {"help", "lnik"}, {"--port", "80"}, {""}} {
		if got := perform(t, nil, args...); got.code != 2 || got.out != "" || !strings.Contains(got.err, "Usage: payapp [command]") {
			t.Errorf("%q: got %+v", args, got)
		}
	}
}

func TestCommandVersion(t *testing.T) {
	got := perform(t, []string{"PAYAPP_CATALOGUE=/no/such/file"}, "version")
	if got.code != 0 || got.err != "" || !strings.HasPrefix(got.out, "payapp ") || !strings.Contains(got.out, runtime.Version()) || !strings.HasSuffix(got.out, "with sandbox\n") {
		t.Errorf("got %+v", got)
	}
}

// --data accepts the names of the catalogue's fields, including those of a
// catalogue file.
func TestCommandLinkKnowsTheCatalogue(t *testing.T) {
	line := appLink(t, "http://localhost/back")
	got := perform(t, nil, line("--data", "paymentLocation.city=Taipei")...)
	if got.code != 0 || !strings.HasPrefix(got.out, "http://localhost:8080/?") || !strings.Contains(got.out, "paymentLocation.city=Taipei") {
		t.Errorf("got %+v", got)
	}
	if got := perform(t, nil, line("--data", "paymentLocation.planet=Mars")...); got.code != 2 {
		t.Errorf("got %+v", got)
	}
	if got := perform(t, []string{"PAYAPP_CATALOGUE=../../docs/catalogue-example.yaml"}, line()...); got.code != 0 {
		t.Errorf("with a catalogue file: got %+v", got)
	}
	broken := filepath.Join(t.TempDir(), "broken.yaml")
	if err := os.WriteFile(broken, []byte("methods: 5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	named := filepath.Join(t.TempDir(), "name")
	if err := os.WriteFile(named, []byte(broken+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{"PAYAPP_CATALOGUE=" + broken, "PAYAPP_CATALOGUE_FILE=" + named} {
		if got := perform(t, []string{setting}, line()...); got.code != 2 || got.out != "" || !strings.Contains(got.err, "broken.yaml") {
			t.Errorf("with a broken catalogue file: got %+v", got)
		}
	}
	if got := perform(t, []string{"PAYAPP_CATALOGUE_FILE=/no/such/file"}, line()...); got.code != 2 || !strings.Contains(got.err, "PAYAPP_CATALOGUE_FILE") {
		t.Errorf("without the file that is to name it: got %+v", got)
	}
}

// A link may lead back only to apps that the application allows.
func TestCommandLinkKnowsTheReturnSchemes(t *testing.T) {
	line := appLink(t, "myshop://order/7")
	got := perform(t, []string{"PAYAPP_RETURN_SCHEMES=other"}, line()...)
	if got.code != 2 || got.out != "" || !strings.Contains(got.err, "--return-url") {
		t.Errorf("an app that isn't allowed: got %+v", got)
	}
	named := filepath.Join(t.TempDir(), "schemes")
	if err := os.WriteFile(named, []byte("MyShop\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{"PAYAPP_RETURN_SCHEMES=other, myshop", "PAYAPP_RETURN_SCHEMES_FILE=" + named} {
		if got := perform(t, []string{setting}, line()...); got.code != 0 || !strings.Contains(got.out, "returnUrl=myshop%3A%2F%2Forder%2F7") {
			t.Errorf("%s: got %+v", setting, got)
		}
	}
	got = perform(t, []string{"PAYAPP_RETURN_SCHEMES=javascript"}, line()...)
	if got.code != 2 || !strings.Contains(got.err, "PAYAPP_RETURN_SCHEMES") {
		t.Errorf("a setting at fault: got %+v", got)
	}
}

// appLink is a complete payapp link command that leads back to an app.
func appLink(t *testing.T, returnURL string) func(more ...string) []string {
	t.Helper()
	f := setup(t)
	return func(more ...string) []string {
		return append(f.link("--amount", "10", "--currency", "TWD", "--return-url", returnURL, "--callback-url", "http://localhost/callback"), more...)
	}
}

// payapp sandbox serves the gateway's interface, but no application.
func TestCommandSandboxServesAlone(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	banner, out := io.Pipe()
	var errors bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		environ := []string{"PAYAPP_SANDBOX_ADDR=127.0.0.1:0", "PAYAPP_SANDBOX_URL=https://sandbox.example/", "PAYAPP_SANDBOX_DB=:memory:"}
		ended <- cli.Run(ctx, []string{"sandbox"}, environ, cli.Streams{Out: out, Err: &errors})
		out.Close()
	}()
	text := make([]byte, 4096)
	n := 0
	for !bytes.Contains(text[:n], []byte("Ctrl-C")) {
		more, err := banner.Read(text[n:])
		if err != nil {
			t.Fatalf("%q: %v\n%s", text[:n], err, errors.String())
		}
		n += more
	}
	addresses := regexp.MustCompile(`http://[^\s/]+`).FindAllString(string(text[:n]), -1)
	if len(addresses) != 3 || addresses[0] != addresses[2] { // interface, shop and console, one port
		t.Fatalf("got %q", text[:n])
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, addresses[0]+"/shop", strings.NewReader("scenario=4&method=THB/PROMPTPAY"))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	order, err := io.ReadAll(response.Body)
	response.Body.Close()
	if callback := "callbackUrl=https%3A%2F%2Fsandbox.example%2F"; err != nil || !strings.Contains(string(order), callback) {
		t.Errorf("the order has no %s: %s, %v", callback, order, err)
	}
	http.DefaultClient.CloseIdleConnections()
	stop()
	if code := await.For(t, "the end", ended); code != 0 {
		t.Errorf("got %d: %s", code, errors.String())
	}
	for _, v := range config.Variables() {
		if got := perform(t, nil, "help", "sandbox"); strings.HasPrefix(v.Name, "PAYAPP_SANDBOX_") && !strings.Contains(got.out, "\n  "+v.Name+" ") {
			t.Errorf("the help doesn't name %s", v.Name)
		}
	}
	if got := perform(t, []string{"PAYAPP_GATEWAY_URL=https://gateway.example"}, "sandbox"); got.code != 1 || !strings.Contains(got.err, "exclude each other") {
		t.Errorf("beside a gateway: got %+v", got)
	}
	if got := perform(t, nil, "sandbox", "--help"); got.code != 0 || !strings.Contains(got.out, "Examples:") || !strings.Contains(got.out, "Exit codes:") {
		t.Errorf("help: got %+v", got)
	}
	if got := perform(t, nil, "sandbox", "now"); got.code != 2 {
		t.Errorf("an argument: got %+v", got)
	}
	if got := perform(t, []string{"PAYAPP_SANDBOX_RATE=many"}, "sandbox"); got.code != 1 || !strings.Contains(got.err, "PAYAPP_SANDBOX_RATE") {
		t.Errorf("a faulty setting: got %+v", got)
	}
}
