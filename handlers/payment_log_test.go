package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// Each line about a payment has the same names, so that one order can be followed
// through the logs: what was sent, what became of it, how that was learnt, and what
// was shown.
func TestOneOrderCanBeFollowed(t *testing.T) {
	for name, c := range map[string]struct {
		steer string
		then  func(w *world, id string)
		want  []string
		never []string
	}{
		"refused at creation": {steer: "~refuse-security", want: []string{`msg="payment sent"`, "became=refused"}, never: []string{"to=pending"}},
		"succeeded": {
			then: func(w *world, id string) { w.set(id, "SUCCESS") },
			want: []string{`msg="payment opened"`, `msg="payment sent"`, "became=created method=PROMPTPAY", "from=unknown to=pending", "by=creation", "from=pending to=success word=SUCCESS", `msg="outcome shown"`, "status=success"},
		},
		"failed after creation": {then: func(w *world, id string) { w.set(id, "REFUSED") }, want: []string{"from=pending to=failed word=REFUSED", "status=failed"}},
		"expired":               {then: func(w *world, id string) { w.set(id, "EXPIRED") }, want: []string{"from=pending to=expired word=EXPIRED"}},
		"gateway down": {
			then: func(w *world, _ string) { w.gatewayAnswers(func(*http.Request) (int, string) { return 503, "" }) },
			want: []string{"operation=read outcome=unavailable", "order="},
		},
		"abandoned": {want: []string{"became=created"}, never: []string{"to=success", "outcome shown"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := setup(t)
			link := w.steered("99", "THB", c.steer)
			id := link.Get("idPayin")
			b := w.browser()
			p := b.Enter(link).Want(200, "options")
			p = b.Press(p, "continue", "paymentMethodCode", "PROMPTPAY")
			p = b.Press(p, "pay", "accountNumber", "0801234567")
			if c.then != nil {
				c.then(w, id)
				w.clock.advance(3 * time.Second)
				b.Get(p.URL.Path)
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
			if log := w.log.String(); strings.Contains(log, link.Get("token")) || strings.Contains(log, "0801234567") {
				t.Errorf("a token or what was typed is in\n%s", log)
			}
		})
	}
}
