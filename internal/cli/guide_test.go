package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"payapp/apiclient"
	"payapp/internal/cli"
	"payapp/money"
	"payapp/sandbox"
	"payapp/scenarios/entry"
)

// asPayapp makes the test binary act as payapp for the guide's blocks.
const asPayapp = "PAYAPP_OF_THE_GUIDE"

func TestMain(m *testing.M) {
	if os.Getenv(asPayapp) != "" {
		os.Exit(cli.Run(context.Background(), os.Args[1:], os.Environ(), cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
	}
	os.Exit(m.Run())
}

// blocks are the merchants' guide's fenced blocks of a language.
func blocks(t *testing.T, language string) []string {
	t.Helper()
	return blocksOf(t, "../../docs/merchants.md", language)
}

func blocksOf(t *testing.T, file, language string) []string {
	t.Helper()
	guide, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, block := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(string(guide), -1) {
		found = append(found, block[1])
	}
	return found
}

// shell runs blocks as one session in an empty folder, with only the commands
// of one folder, and returns the variables at the end.
func (f fixture) shell(commands string, blocks []string) map[string]string {
	f.t.Helper()
	names := []string{"ORDER", "LINK", "QUICK_LINK", "STATUS_LINK", "MAIL_LINK", "TOKEN", "PAYIN", "PAYOUT", "PAID_OUT"}
	script := strings.Join(blocks, "\n")
	for _, name := range names {
		script += "\nprintf '%s\\n' \"@" + name + "=${" + name + "-}\""
	}
	shell := exec.CommandContext(f.t.Context(), "sh", "-eu", "-c", script)
	shell.Dir = f.t.TempDir()
	shell.Env = []string{"GATEWAY=" + f.url, "APP=http://pay.example", "PATH=" + commands, asPayapp + "=1", "HOME=" + shell.Dir}
	out, err := shell.CombinedOutput()
	if err != nil {
		f.t.Fatalf("%v\n%s", err, out)
	}
	variables := map[string]string{}
	for _, name := range names {
		_, after, _ := strings.Cut(string(out), "\n@"+name+"=")
		variables[name], _, _ = strings.Cut(after, "\n")
	}
	return variables
}

// only makes a folder with just these commands.
func only(t *testing.T, commands ...string) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range commands {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// An interactive zsh, which macOS has, takes a comment for a command.
func TestGuideHasNoCommentsToPaste(t *testing.T) {
	for _, block := range blocks(t, "sh") {
		if comment := regexp.MustCompile(`(?m)(^|\s)#.*$`).FindString(block); comment != "" {
			t.Errorf("take the comment out: %s", comment)
		}
	}
}

// With only curl and openssl: obtain a token by signature, and create, read and
// finish a payin and a payout.
func TestGuideWithCurlAndOpensslAlone(t *testing.T) {
	f := setup(t)
	alone := slices.DeleteFunc(blocks(t, "sh"), func(block string) bool { return regexp.MustCompile(`\bpayapp `).MatchString(block) })
	if len(alone) < 8 {
		t.Fatalf("only %d blocks", len(alone))
	}
	got := f.shell(only(t, "curl", "openssl", "sed", "date"), alone)
	f.checkPayment(got)
	f.checkRedirect(got["LINK"], got["ORDER"])
	f.checkStatusLink(got["MAIL_LINK"], got["ORDER"])
}

func TestGuideWithPayapp(t *testing.T) {
	f := setup(t)
	folder := only(t, "curl", "openssl", "sed", "date")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(folder, "payapp")); err != nil {
		t.Fatal(err)
	}
	got := f.shell(folder, blocks(t, "sh"))
	f.checkPayment(got)
	f.checkRedirect(got["QUICK_LINK"], "")
	f.checkStatusLink(got["STATUS_LINK"], got["ORDER"])
}

// checkPayment checks the session's payments at the gateway.
func (f fixture) checkPayment(got map[string]string) {
	f.t.Helper()
	token := f.token("GET /.*")
	payin, err := f.client.GetPayin(f.t.Context(), token, got["ORDER"])
	if err != nil || payin.Status != "SUCCESS" || payin.Requested != money.MustParse("1234.50", "THB") {
		f.t.Errorf("payin: got %+v, %v", payin, err)
	}
	payout, err := f.client.GetPayout(f.t.Context(), token, got["PAYOUT"])
	if err != nil || payout.Status != "SUCCESS" || payout.Requested != money.MustParse("1234.50", "THB") {
		f.t.Errorf("payout: got %+v, %v", payout, err)
	}
	for _, name := range []string{"PAYIN", "PAID_OUT"} {
		var read struct{ Process struct{ Status string } }
		if err := json.Unmarshal([]byte(got[name]), &read); err != nil || read.Process.Status != "SUCCESS" {
			f.t.Errorf("%s: got %s, %v", name, got[name], err)
		}
	}
}

func (f fixture) token(operations ...string) apiclient.Token {
	f.t.Helper()
	raw, err := f.box.SignToken(f.t.Context(), sandbox.TokenSpec{Operations: operations})
	if err != nil {
		f.t.Fatal(err)
	}
	return apiclient.NewToken(raw)
}

// checkRedirect reads a link as the application does. Its token must grant what
// the page needs.
func (f fixture) checkRedirect(link, order string) entry.Order {
	f.t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		f.t.Fatal(err)
	}
	asked, err := entry.Parse(entry.Rules{AllowHTTP: true}, u.RawQuery)
	if err != nil {
		f.t.Fatalf("%s: %v", link, err)
	}
	claims, _ := apiclient.ReadClaims(asked.Token)
	if err := entry.CheckClaims(asked, claims); err != nil || claims.Money != asked.Money || len(claims.Operations) != 5 {
		f.t.Errorf("claims %+v: %v", claims, err)
	}
	if u.Host != "pay.example" || order != "" && asked.IDPayin != order {
		f.t.Errorf("got %s", link)
	}
	if _, err := f.client.GetOptions(f.t.Context(), asked.Token, asked.Money); err != nil {
		f.t.Error(err)
	}
	return asked
}

// checkStatusLink opens a status link as the application does.
func (f fixture) checkStatusLink(link, order string) {
	f.t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		f.t.Fatal(err)
	}
	asked, err := entry.ParseStatus(u.RawQuery)
	if err != nil || u.Path != "/status" || asked.IDPayin != order {
		f.t.Fatalf("%s: %v", link, err)
	}
	if _, err := f.client.GetPayin(f.t.Context(), asked.Token, order); err != nil {
		f.t.Error(err)
	}
	if _, err := f.client.GetOptions(f.t.Context(), asked.Token, money.MustParse("1", "THB")); !errors.Is(err, apiclient.ErrForbidden) {
		f.t.Errorf("the token does more than read: %v", err)
	}
}
