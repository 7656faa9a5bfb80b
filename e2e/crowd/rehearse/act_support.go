package main

import (
	"context"
	"net/url"
	"os/exec"
	"strings"

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

	link := exec.CommandContext(ctx, s.builds["v1.1.0"], "status-link", "--gateway", s.gatewayURL, "--app", s.public, "--merchant", "DEMO",
		"--secret-file", "-", "--order", o.IDPayin, "--currency", "THB")
	link.Env, link.Stdin = []string{"SSL_CERT_FILE=" + s.certificate}, strings.NewReader(sandbox.DemoSecret)
	out, err := link.Output()
	if err != nil {
		return err
	}
	s.tokens.remember(strings.TrimSpace(string(out)))
	customers++
	operator := newBrowser(s, customers)
	defer operator.close()
	if err := operator.get(ctx, strings.TrimSpace(string(out))); err != nil {
		return err
	}
	s.is(operator.page.Status == "success", "payapp status-link shows the operator the same (%s)", operator.page.Status)

	leaked, err := url.Parse(o.RedirectURL)
	if err != nil {
		return err
	}
	decode := exec.CommandContext(ctx, "sh", "-c", `cut -d. -f2 | tr '_-' '/+' | base64 -d 2>/dev/null; true`)
	decode.Stdin = strings.NewReader(leaked.Query().Get("token"))
	claims, err := decode.Output()
	s.is(err == nil && strings.Contains(string(claims), `"exp":`), "a leaked link's token says when it ends")
	return nil
}
