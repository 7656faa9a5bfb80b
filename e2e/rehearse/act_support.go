package main

import (
	"context"
	"fmt"
	"net/url"
	"os/exec"
	"strings"
	"time"

	"payapp/e2e/internal/harness"
	"payapp/sandbox"
)

// answerCustomer does what the runbook says of a stuck payment and a leaked link,
// with its own commands.
func answerCustomer(ctx context.Context, s *stage) error {
	o, err := s.newOrder(ctx, "THB/PROMPTPAY")
	if err != nil {
		return err
	}
	customers++
	b := newBrowser(s, customers)
	defer b.close()
	troubles := s.pay(ctx, b, o)
	s.is(len(troubles) == 0, "a customer has paid %s", strings.Join(troubles, ", "))
	s.followed = o.IDPayin
	operator, err := s.openStatusLink(ctx, o.IDPayin)
	if err != nil {
		return err
	}
	s.is(operator.Status == "success", "payapp status-link shows the operator the same (%s)", operator.Status)

	leaked, err := url.Parse(o.RedirectURL)
	if err != nil {
		return err
	}
	decode := exec.CommandContext(ctx, "sh", "-c", `cut -d. -f2 | tr '_-' '/+' | base64 -d 2>/dev/null; true`)
	decode.Stdin = strings.NewReader(leaked.Query().Get("token"))
	claims, err := decode.Output()
	s.is(err == nil && strings.Contains(string(claims), `"exp":`), "a leaked link's token says when it ends")
	return unreadable(ctx, s)
}

// unreadable is a payment whose reads fail, while all others' are well.
func unreadable(ctx context.Context, s *stage) error {
	o, b, err := s.reader(ctx)
	if err != nil {
		return err
	}
	defer b.close()
	if err := s.shop.FailReads(ctx, o.IDPayin); err != nil {
		return err
	}
	if err := s.shop.Settle(ctx, o.IDPayin); err != nil {
		return err
	}
	operator, err := s.openStatusLink(ctx, o.IDPayin)
	if err != nil {
		return err
	}
	s.is(operator.Status != "success", "a payment that can't be read isn't shown as paid (%s)", operator.Kind)
	logged := until(ctx, 20*time.Second, func() bool { // the page didn't wait for the last try
		var lines []string
		lines, err = followOrder(ctx, runbookFile, s.logs, o.IDPayin)
		return err == nil && strings.Contains(strings.Join(lines, "\n"), ` gateway call {"request_id":`)
	})
	s.is(logged, "and its log has the calls that failed%s", onlyIf(err != nil, fmt.Sprint(": ", err)))
	if err := s.shop.EndFaults(ctx); err != nil {
		return err
	}
	troubles := s.pay(ctx, b, o)
	s.is(len(troubles) == 0, "once it can be read, the customer sees that it is paid %s", strings.Join(troubles, ", "))
	return nil
}

// openStatusLink is the page that an operator sees of a payment.
func (s *stage) openStatusLink(ctx context.Context, order string) (*harness.Page, error) {
	link := exec.CommandContext(ctx, s.builds["v1.1.0"], "status-link", "--gateway", s.gatewayURL, "--app", s.public, "--merchant", "DEMO",
		"--secret-file", "-", "--order", order, "--currency", "THB")
	link.Env, link.Stdin = []string{"SSL_CERT_FILE=" + s.certificate}, strings.NewReader(sandbox.DemoSecret)
	out, err := link.Output()
	if err != nil {
		return nil, err
	}
	s.tokens.note(strings.TrimSpace(string(out)))
	customers++
	operator := newBrowser(s, customers)
	defer operator.close()
	if err := operator.Get(ctx, strings.TrimSpace(string(out))); err != nil {
		return nil, err
	}
	return operator.Page, nil
}
