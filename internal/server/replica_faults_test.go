//go:build !sandbox

package server

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"payapp/internal/testing/browser"
)

// Fault 41, "a replica is killed in the middle of anything → another goes on
// from cookie and gateway": each request goes to a replica that knows nothing.
func TestFault41_KilledBetweenRequests(t *testing.T) {
	f := startFleet(t)
	b := f.browser
	f.next()
	order := f.order("1", "THB/PROMPTPAY")
	p := b.Get(order.RedirectURL).Want(200, "options")
	f.next()
	p = b.Press(p, "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
	f.next()
	p = b.Press(p, "pay", "accountNumber", "080 12").Want(200, "details") // too short
	f.next()
	p = b.Get(p.URL.Path).Want(200, "details")
	if got := browser.Attr(p.Input("accountNumber"), "value"); got != "080 12" {
		t.Errorf("what was typed became %q", got)
	}
	p = b.Press(p, "pay", "accountNumber", "0801234567").Want(200, "instructions")
	f.next()
	p = f.until(p.URL.Path, "instructions", "pending")
	f.next()
	b.Press(p, "continue")
	f.until(p.URL.Path, "status", "pending")
	f.settle(order, "SUCCESS")
	f.next()
	f.until(p.URL.Path, "status", "success")
	if n := f.gateway.accepted.Load(); n != 1 {
		t.Errorf("%d creations were accepted", n)
	}
}

// Fault 41, the worst moment: killed while it creates the payment, before the
// gateway has it and after. Pressing Pay again leads to one payment.
func TestFault41_KilledWhileCreating(t *testing.T) {
	for name, accept := range map[string]bool{"before the gateway has it": false, "after the gateway has it": true} {
		t.Run(name, func(t *testing.T) {
			f := startFleet(t)
			b := f.browser
			first := f.next()
			p := b.Get(f.order("4", "THB/PROMPTPAY").RedirectURL).Want(200, "details")
			held := &hold{accept: accept, reached: make(chan struct{})}
			f.gateway.hold.Store(held)
			answered := make(chan *browser.Page)
			go func() {
				defer close(answered)
				answered <- b.Press(p, "pay", "accountNumber", "0801234567")
			}()
			<-held.reached
			first.kill()
			if cut := <-answered; cut.Status != http.StatusBadGateway {
				t.Fatalf("the customer got %d", cut.Status)
			}
			f.next()
			// The form is still there.
			if p = b.Get(p.URL.Path); p.Hook("page") == "details" {
				p = b.Press(p, "pay", "accountNumber", "0801234567")
			}
			p.Want(200, "instructions").WantHook("method", "PROMPTPAY")
			if n := f.gateway.accepted.Load(); n != 1 {
				t.Errorf("%d creations were accepted", n)
			}
		})
	}
}

// Fault 41, "SIGTERM → readiness off": the process isn't ready at once, and
// accepts work until its delay is over or a second signal comes.
func TestFault41_SIGTERMTakesWorkYet(t *testing.T) {
	f := startFleet(t)
	r := f.next("PAYAPP_DRAIN_DELAY=5m")
	order := f.order("4", "THB/PROMPTPAY")
	r.signal(syscall.SIGTERM)
	for f.browser.Get(r.admin+"/readyz").Status != http.StatusServiceUnavailable { // until the signal has arrived
	}
	p := f.browser.Get(order.RedirectURL).Want(200, "details")
	f.browser.Press(p, "pay", "accountNumber", "0801234567").Want(200, "instructions")
	r.signal(syscall.SIGTERM)
	<-r.ended
	var exit *exec.ExitError
	if !errors.As(r.err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("the second signal: it ended with %v", r.err)
	}
}

// Fault 41, "streams told to reconnect": a held stream ends with the time at
// which its browser should reconnect, while the process still waits, and the
// next replica continues it.
func TestFault41_SIGTERMSendsStreamsElsewhere(t *testing.T) {
	f := startFleet(t)
	r := f.next("PAYAPP_DRAIN_DELAY=5m")
	p := f.browser.Get(f.order("4", "THB/PROMPTPAY").RedirectURL).Want(200, "details")
	p = f.browser.Press(p, "pay", "accountNumber", "0801234567").Want(200, "instructions")
	p = f.browser.Press(p, "continue").Want(200, "status")
	for !strings.Contains(p.Text(), "Test payment: no real money is charged.") { // until it was read: a creation's answer doesn't say that
		p = f.browser.Press(p, "refresh").Want(200, "status")
	}
	listen := func() *bufio.Reader {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, f.app+p.URL.Path+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := f.browser.HTTP.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { response.Body.Close() })
		if response.StatusCode != http.StatusOK {
			t.Fatalf("the stream is %s", response.Status)
		}
		return bufio.NewReader(response.Body)
	}
	version := func(stream *bufio.Reader) string { // beats may come first
		t.Helper()
		for {
			line, err := stream.ReadString('\n')
			if err != nil {
				t.Fatalf("it ended with %v", err)
			}
			if id, ok := strings.CutPrefix(line, "id: "); ok {
				version, _, _ := strings.Cut(id, "-") // the reading's time differs
				return version
			}
		}
	}
	stream := listen()
	first := version(stream)
	r.signal(syscall.SIGTERM)
	rest, err := io.ReadAll(stream)
	if err != nil || !strings.Contains(string(rest), "retry:") {
		t.Errorf("the stream ended with %q, %v", rest, err)
	}
	f.next()
	if again := version(listen()); again != first {
		t.Errorf("the next replica says %q, the first %q", again, first)
	}
}

// Fault 41, "requests drained, no POST lost": Pay was pressed before the signal
// and is answered after it, when no new requests are accepted.
func TestFault41_SIGTERMLosesNoPost(t *testing.T) {
	f := startFleet(t)
	b := f.browser
	r := f.next("PAYAPP_DRAIN_DELAY=0s")
	p := b.Get(f.order("4", "THB/PROMPTPAY").RedirectURL).Want(200, "details")
	held := &hold{reached: make(chan struct{}), release: make(chan struct{})}
	f.gateway.hold.Store(held)
	b.HTTP.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answered := make(chan *browser.Page)
	go func() {
		defer close(answered)
		answered <- b.Press(p, "pay", "accountNumber", "0801234567")
	}()
	<-held.reached
	r.signal(syscall.SIGTERM)
	for address := strings.TrimPrefix(r.app, "http://"); ; {
		c, err := net.Dial("tcp", strings.Replace(address, "localhost", "127.0.0.1", 1))
		if err != nil {
			break // no new requests are accepted
		}
		c.Close()
	}
	close(held.release)
	if answer := <-answered; answer.Status != http.StatusSeeOther {
		t.Errorf("Pay is answered with %d", answer.Status)
	}
	if <-r.ended; r.err != nil {
		t.Errorf("it ended with %v", r.err)
	}
	b.HTTP.CheckRedirect = nil
	f.next()
	f.until(p.URL.Path, "instructions", "pending")
	if n := f.gateway.accepted.Load(); n != 1 {
		t.Errorf("%d creations were accepted", n)
	}
}

// Fault 43, "full disk for logs → serving goes on".
func TestFault43_FullDiskForLogs(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	f := startFleet(t)
	f.behind.Store(startReplica(t, full, append(f.environ, "PAYAPP_LOG_LEVEL=debug")...))
	order := f.order("4", "THB/PROMPTPAY")
	p := f.browser.Get(order.RedirectURL).Want(200, "details")
	p = f.browser.Press(p, "pay", "accountNumber", "0801234567").Want(200, "instructions")
	f.settle(order, "SUCCESS")
	f.browser.Press(p, "continue").Want(200, "status")
	f.browser.Get(f.app+"/nothing").Want(404, "problem") // this is logged
}

// settle moves the payment as the console's button does.
func (f *fleet) settle(order shopOrder, status string) {
	f.t.Helper()
	console := strings.TrimSuffix(f.shop, "/shop") + "/console/payins/" + order.IDPayin
	if p := f.browser.Do(http.MethodPost, console, url.Values{"status": {status}}); p.Status != http.StatusOK {
		f.t.Fatalf("the console answers %d", p.Status)
	}
}
