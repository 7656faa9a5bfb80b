package examples

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"

	"payapp/internal/testing/await"
)

// shop is a running shop.
type shop struct {
	w       *world
	process *exec.Cmd
	lines   *bufio.Scanner // its e-mails
	proxy   http.Handler
	journal []string      // its standard error
	silent  chan struct{} // closed when that has ended
}

// settings are the shop's environment. By default it never asks by itself.
func (w *world) settings(more ...string) []string {
	return append(append(os.Environ(),
		"GATEWAY="+w.gateway.URL, "APP=http://pay.example", "KEY="+w.file("key.pem"), "ADDR=127.0.0.1:0", "SHOP_URL="+w.public.URL,
		"ORDERS="+w.file("orders"), "POLL_SECONDS=3600", "PHP_CLI_SERVER_WORKERS=3"), more...)
}

// open starts the shop, with its orders of before.
func (w *world) open(settings ...string) *shop {
	w.Helper()
	command := languages[w.language]
	s := &shop{w: w, process: exec.CommandContext(w.Context(), command[0], command[1:]...)}
	s.process.Env = w.settings(settings...)
	s.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // PHP's server has workers
	out, err := s.process.StdoutPipe()
	if err != nil {
		w.Fatal(err)
	}
	errors, err := s.process.StderrPipe()
	if err != nil {
		w.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		w.Fatal(err)
	}
	s.lines = bufio.NewScanner(out)
	said := bufio.NewScanner(errors)
	first := s.lines
	if w.language == "php" { // PHP's own server tells its address
		first = said
	}
	first.Scan()
	address, err := url.Parse(regexp.MustCompile(`http://[\d.:]+`).FindString(first.Text()))
	if err != nil || address.Port() == "" {
		s.kill()
		said.Scan()
		w.Fatalf("the shop doesn't start: %s %s", first.Text(), said.Text())
	}
	s.silent = make(chan struct{})
	go func() {
		defer close(s.silent)
		for said.Scan() {
			s.journal = append(s.journal, said.Text())
		}
	}()
	w.Cleanup(s.close)
	s.proxy = httputil.NewSingleHostReverseProxy(address)
	w.mu.Lock()
	w.shop = s
	w.mu.Unlock()
	return s
}

// close kills the shop as a crash would.
func (s *shop) close() {
	s.w.mu.Lock()
	s.w.shop = nil
	s.w.mu.Unlock()
	s.kill()
	await.For(s.w, "the shop's end", s.silent)
	if s.w.Failed() {
		s.w.Log(strings.Join(s.journal, "\n"))
	}
	_ = s.process.Wait() // killed
}

// kill ends the shop with its workers. It may have ended before.
func (s *shop) kill() { _ = syscall.Kill(-s.process.Process.Pid, syscall.SIGKILL) }

// told is the next line that the shop prints.
func (s *shop) told() string {
	s.w.Helper()
	if !s.lines.Scan() {
		s.w.Fatalf("the shop says nothing: %v", s.lines.Err())
	}
	return s.lines.Text()
}

// toldByPoll is the next line of the shop that asks by itself. PHP's does so in
// a process of its own, which cron starts.
func (s *shop) toldByPoll(settings ...string) string {
	s.w.Helper()
	if s.w.language != "php" {
		return s.told()
	}
	poll := exec.CommandContext(s.w.Context(), "php", "php/shop.php", "poll")
	poll.Env = s.w.settings(settings...)
	out, err := poll.Output()
	if err != nil {
		s.w.Fatal(err)
	}
	return strings.TrimSuffix(string(out), "\n")
}

var customer = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// page is a page of the shop: which, and its text.
func (s *shop) page(path string) (state, text string) {
	s.w.Helper()
	response, err := customer.Get(s.w.public.URL + path)
	if err != nil {
		s.w.Fatal(err)
	}
	return s.read(response)
}

func (s *shop) read(response *http.Response) (state, text string) {
	s.w.Helper()
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.w.Fatal(err)
	}
	found := regexp.MustCompile(`data-state="(\w+)"`).FindSubmatch(body)
	if found == nil {
		s.w.Fatalf("%s: no page of the shop: %s", response.Status, body)
	}
	return string(found[1]), string(body)
}

// press posts a form and returns where it leads.
func (s *shop) press(path string, form url.Values) string {
	s.w.Helper()
	response, err := customer.PostForm(s.w.public.URL+path, form)
	if err != nil {
		s.w.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusSeeOther {
		body, err := io.ReadAll(response.Body)
		s.w.Fatalf("%s: got %s %s %v", path, response.Status, body, err)
	}
	return response.Header.Get("Location")
}
