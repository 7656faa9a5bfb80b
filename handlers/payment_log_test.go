package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/application"
)

// plotPattern is what a line says, without whom it is about and when.
var plotPattern = regexp.MustCompile(`\b(?:msg="payment [^"]+"|(?:from|to|word|outcome|status|operation)=\S+)`)

// loseFirstCreation has the gateway accept a payment, and loses its answer.
func (w *world) loseFirstCreation() {
	next := w.box.Handler()
	var lost atomic.Bool
	w.calls.replace(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, "/payins/") && lost.CompareAndSwap(false, true) {
			next.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
		next.ServeHTTP(rw, r)
	}))
}

// Each line about a payment has the same names, so that one order can be followed
// through the logs: what was sent, what became of it, how that was learnt, and what
// was shown. No two of these orders tell the same story.
func TestOneOrderCanBeFollowed(t *testing.T) {
	stories := map[string]string{}
	for name, c := range map[string]struct {
		steer  string
		before func(w *world)
		then   func(w *world, id string)
		want   []string
		never  []string
	}{
		"refused at creation": {steer: "~refuse-security", want: []string{`msg="payment sent"`, "outcome=refused"}, never: []string{"to=pending"}},
		"succeeded": {
			then: func(w *world, id string) { w.set(id, "SUCCESS") },
			want: []string{`msg="payment opened"`, `msg="payment sent"`, "outcome=created method=PROMPTPAY", "from=unknown to=pending", "by=creation", "from=pending to=success word=SUCCESS", `msg="outcome shown"`, "status=success"},
		},
		"failed after creation": {then: func(w *world, id string) { w.set(id, "REFUSED") }, want: []string{"from=pending to=failed word=REFUSED", "status=failed"}},
		"expired":               {then: func(w *world, id string) { w.set(id, "EXPIRED") }, want: []string{"from=pending to=expired word=EXPIRED"}},
		"gateway down": {
			then: func(w *world, _ string) { w.gatewayAnswers(func(*http.Request) (int, string) { return 503, "" }) },
			want: []string{"operation=read outcome=unavailable", "order="},
		},
		"gateway down before it": {
			before: func(w *world) {
				w.gatewayAnswers(func(r *http.Request) (int, string) { return map[string]int{http.MethodPost: 503}[r.Method], "" })
			},
			want: []string{"operation=create outcome=unavailable", `msg="payment sent"`}, never: []string{"outcome=created", "outcome=exists"},
		},
		"garbage": {
			then: func(w *world, _ string) {
				w.gatewayAnswers(func(*http.Request) (int, string) { return 200, "<html>" })
			},
			want: []string{"operation=read outcome=malformed"},
		},
		"a lost answer": {
			before: func(w *world) { w.loseFirstCreation() },
			then:   func(w *world, id string) { w.set(id, "SUCCESS") },
			want:   []string{"outcome=exists", "to=success word=SUCCESS"},
		},
		"abandoned": {want: []string{"outcome=created"}, never: []string{"to=success", "outcome shown"}},
	} {
		t.Run(name, func(t *testing.T) {
			registry := prometheus.NewRegistry()
			w := setup(t, func(cfg *application.Config) { cfg.Metrics = registry })
			link := w.steered("99", "THB", c.steer)
			id := link.Get("idPayin")
			b := w.browser()
			p := b.Enter(link).Want(200, "options")
			p = b.Press(p, "continue", "paymentMethodCode", "PROMPTPAY")
			if c.before != nil {
				c.before(w)
			}
			p = b.Press(p, "pay", "accountNumber", "0801234567")
			if c.then != nil {
				c.then(w, id)
				w.clock.advance(3 * time.Second)
				b.Get(p.URL.Path)
				b.Get(p.URL.Path) // again, and nothing new
			}
			changes := counters(t, registry, "payapp_payment_changes_total")
			for _, status := range []string{"success", "failed", "expired"} {
				want := 0.0
				if strings.Contains(strings.Join(c.want, " "), "to="+status) {
					want = 1
				}
				if got := changes["pending "+status]; got != want {
					t.Errorf("%s was counted %v times, want %v: %v", status, got, want, changes)
				}
			}
			var story []string
			for line := range strings.Lines(w.log.String()) {
				if strings.Contains(line, "order="+id) {
					story = append(story, line)
				}
			}
			told := strings.Join(story, "")
			for _, want := range c.want {
				if !strings.Contains(told, want) {
					t.Errorf("no %q in\n%s", want, told)
				}
			}
			for _, never := range c.never {
				if strings.Contains(told, never) {
					t.Errorf("%q in\n%s", never, told)
				}
			}
			plot := strings.Join(plotPattern.FindAllString(told, -1), " ")
			for other, same := range stories {
				if plot == same {
					t.Errorf("it tells the same as %q: %s", other, plot)
				}
			}
			stories[name] = plot
			for _, secret := range []string{link.Get("token"), "0801234567"} {
				if line := lineWith(w.log.String(), secret); line != "" {
					t.Errorf("a token or what was typed is in: %s", line)
				}
			}
		})
	}
}

// Anybody can write a token that claims a merchant. Until the gateway has accepted it, no
// line about the payment says that it is that merchant's.
func TestNoLineNamesAMerchantThatIsOnlyClaimed(t *testing.T) {
	w := setup(t)
	w.gatewayAnswers(func(*http.Request) (int, string) { return http.StatusServiceUnavailable, "" })
	link := w.link("10", "THB")
	b := w.browser()
	p := b.Enter(link)
	if line := lineWith(w.log.String(), "merchant=DEMO"); line != "" || lineWith(w.log.String(), "ref=") == "" {
		t.Errorf("before the gateway knows the token, a line names the merchant: %q", line)
	}
	w.gatewayAnswers(func(*http.Request) (int, string) { return 0, "" })
	w.clock.advance(time.Minute)
	b.Get(p.URL.Path).Want(200, "options")
	if lineWith(w.log.String(), "merchant=DEMO") == "" {
		t.Error("no line names the merchant whose token the gateway has accepted")
	}
}
