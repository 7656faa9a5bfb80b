package cli_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
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

// blocks are the guide's fenced blocks of a language.
func blocks(t *testing.T, language string) []string {
	t.Helper()
	guide, err := os.ReadFile("../../docs/merchants.md")
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
	if err != nil || payout.Status != "SUCCESS" || payout.Requested != money.MustParse("100", "THB") {
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
	asked, err := entry.Parse(u.Query(), entry.Rules{AllowHTTP: true})
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
	asked, err := entry.ParseStatus(u.Query())
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

// shopProgram is the guide's Go program, built and running.
type shopProgram struct {
	t       *testing.T
	address string // without /buy
	lines   *bufio.Scanner
	http    *http.Client
}

func (f fixture) startShop() shopProgram {
	f.t.Helper()
	programs := blocks(f.t, "go")
	if len(programs) != 1 {
		f.t.Fatalf("got %d programs", len(programs))
	}
	folder := f.t.TempDir()
	source, binary := filepath.Join(folder, "shop.go"), filepath.Join(folder, "shop")
	f.write(source, programs[0])
	if out, err := exec.CommandContext(f.t.Context(), "gofmt", "-l", source).CombinedOutput(); err != nil || len(out) > 0 {
		f.t.Errorf("the program isn't formatted: %v %s", err, out)
	}
	build := exec.CommandContext(f.t.Context(), "go", "build", "-o", binary, source)
	if out, err := build.CombinedOutput(); err != nil {
		f.t.Fatalf("%v\n%s", err, out)
	}
	program := exec.CommandContext(f.t.Context(), binary)
	program.Env = append(os.Environ(), "GATEWAY="+f.url, "APP=https://pay.example", "KEY="+f.key, "ADDR=127.0.0.1:0")
	out, err := program.StdoutPipe()
	if err != nil {
		f.t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		_ = program.Process.Kill()
		_ = program.Wait() // killed
	})
	s := shopProgram{t: f.t, lines: bufio.NewScanner(out), http: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	s.address = strings.TrimSuffix(s.line(), "/buy")
	return s
}

func (s shopProgram) line() string {
	s.t.Helper()
	if !s.lines.Scan() {
		s.t.Fatalf("the shop says nothing: %v", s.lines.Err())
	}
	return s.lines.Text()
}

func (s shopProgram) get(path string) (*http.Response, string) {
	s.t.Helper()
	response, err := s.http.Get(s.address + path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return response, string(body)
}

// The guide's shop sells, receives callbacks, compares amounts, ships once and
// sends its e-mail.
func TestGuideShop(t *testing.T) {
	f := setup(t)
	s := f.startShop()
	buy := func() entry.Order {
		t.Helper()
		response, body := s.get("/buy")
		if response.StatusCode != http.StatusSeeOther {
			t.Fatalf("got %d %s", response.StatusCode, body)
		}
		return f.checkRedirect(response.Header.Get("Location"), "")
	}
	create := func(i entry.Order, token apiclient.Token, amount string) {
		t.Helper()
		_, err := f.client.CreatePayin(t.Context(), token, i.IDPayin, apiclient.PayinRequest{
			Money: money.MustParse(amount, "THB"), CallbackURL: i.CallbackURL, ReturnURL: i.ReturnURL,
			Method: map[string]any{"paymentMethodCode": "PROMPTPAY", "account": map[string]string{"accountNumber": "0801234567"}},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	settle := func(i entry.Order, status string) string {
		t.Helper()
		response, err := s.http.PostForm(f.url+"/console/payins/"+i.IDPayin, url.Values{"status": {status}})
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if err := f.box.Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, page := s.get("/orders/" + i.IDPayin)
		return page
	}
	const shipped, waiting = "Thank you, we ship today.\n", "We ship as soon as your bank has confirmed the payment.\n"

	order := buy()
	if _, page := s.get("/orders/" + order.IDPayin); page != waiting {
		t.Errorf("before the customer pressed Pay: %s", page)
	}
	create(order, order.Token, "1234.50")
	if page := settle(order, "AWAITING_STARDUST"); page != waiting {
		t.Errorf("an unknown status: %s", page)
	}
	if page := settle(order, "SUCCESS"); page != shipped {
		t.Errorf("paid: %s", page)
	}
	mail := s.line()
	link := regexp.MustCompile(`https?://\S+`).FindString(mail)
	if !strings.Contains(mail, order.IDPayin) {
		t.Errorf("e-mail: %s", mail)
	}
	f.checkStatusLink(link, order.IDPayin)

	// Callbacks about unknown payments, repeated ones, and some with parameters
	// of the future.
	for _, form := range []url.Values{{"idPayin": {"order-of-somebody"}}, {}, {"idPayin": {order.IDPayin}, "eventType": {"MOON_PHASE"}}} {
		response, err := s.http.PostForm(s.address+"/callback", form)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusNoContent {
			t.Errorf("callback %v: got %d", form, response.StatusCode)
		}
	}

	refused := buy()
	create(refused, refused.Token, "1234.50")
	if page := settle(refused, "REFUSED"); page != waiting {
		t.Errorf("refused: %s", page)
	}

	// Paid with less than the price, because the token was too general.
	cheap := buy()
	create(cheap, f.token("POST /payins/.*"), "1.00")
	if page := settle(cheap, "SUCCESS"); page != waiting {
		t.Errorf("paid with too little: %s", page)
	}

	// One e-mail an order: the next e-mail is about the next order.
	last := buy()
	create(last, last.Token, "1234.50")
	settle(last, "SUCCESS")
	if mail := s.line(); !strings.Contains(mail, last.IDPayin) {
		t.Errorf("e-mail: %s, want the one of %s", mail, last.IDPayin)
	}
}
