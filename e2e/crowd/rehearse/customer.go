package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"payapp/e2e/crowd/internal/machine"
)

// typed is what customers fill in, by the interface's names.
var typed = map[string]string{
	"accountNumber": "0812345678", "phoneNumber": "0812345678", "accountName": "Somchai Jaidee", "emailAddress": "somchai@shop.example",
}

// order is a payment as its merchant knows it.
type order struct{ IDPayin, RedirectURL, StatusURL string }

// tokens remembers the orders' tokens, to look for them in logs.
type tokens struct {
	mu  sync.Mutex
	all []string
}

func (t *tokens) remember(link string) {
	u, err := url.Parse(link)
	if err != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, u.Query().Get("token"))
}

// newOrder makes one at the demo shop.
func (s *stage) newOrder(ctx context.Context, method string) (order, error) {
	var made order
	body, err := s.sandboxAnswers(ctx, "/shop", url.Values{"scenario": {"4"}, "method": {method}, "validity": {"2h"}})
	if err == nil {
		err = json.Unmarshal(body, &made)
	}
	if err == nil && !strings.HasPrefix(made.RedirectURL, s.public+"/?") {
		err = errors.New("the shop's link leads elsewhere")
	}
	s.tokens.remember(made.RedirectURL)
	s.tokens.remember(made.StatusURL)
	return made, err
}

// settle makes the gateway say SUCCESS.
func (s *stage) settle(ctx context.Context, o order) error {
	_, err := s.sandboxAnswers(ctx, "/console/payins/"+url.PathEscape(o.IDPayin), url.Values{"status": {"SUCCESS"}})
	return err
}

func (s *stage) sandboxAnswers(ctx context.Context, path string, form url.Values) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.addresses["sandbox"]+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Accept", "application/json")
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %d: %.200s", path, response.StatusCode, body)
	}
	return body, err
}

const (
	patience = time.Minute // a customer tries so long
	steps    = 40          // of a walk; more is a loop
)

// pay walks from the shop's link until the page says that it is paid. Each thing
// that a customer would notice is a trouble.
func (s *stage) pay(ctx context.Context, b *browser, o order) (troubles []string) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err := b.get(ctx, o.RedirectURL)
	settled := false
	for range steps {
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			troubles = append(troubles, err.Error())
			machine.Pause(ctx, time.Second)
			err = b.again(ctx, o)
			continue
		}
		switch p := b.page; {
		case p.Kind == "status" && p.Status == "success":
			s.paid.Add(1)
			return troubles
		case p.Kind == "problem":
			troubles = append(troubles, p.Problem)
			machine.Pause(ctx, time.Second)
			err = b.again(ctx, o)
		case p.Kind == "options" || p.Kind == "details" || p.Kind == "review":
			err = b.press(ctx, typed, "pay", "continue")
		case !settled && (p.Kind == "instructions" || p.Kind == "leaving" || p.Kind == "status" && p.Status == "pending"):
			settled = true
			if err := s.settle(ctx, o); err != nil {
				return append(troubles, err.Error())
			}
			err = b.get(ctx, o.StatusURL)
		default: // it waits
			machine.Pause(ctx, 500*time.Millisecond)
			err = b.again(ctx, o)
		}
	}
	last := "no page"
	if b.page != nil {
		last = b.page.Kind + " " + b.page.Status + b.page.Problem
	}
	return append(troubles, errLost.Error()+" on "+last)
}

// errLost is what mustn't happen: a customer who never saw the payment's end.
var errLost = errors.New("ended unpaid")

// again loads the page, or the link if there is none yet.
func (b *browser) again(ctx context.Context, o order) error {
	if b.page == nil {
		return b.get(ctx, o.RedirectURL)
	}
	return b.get(ctx, b.page.Address.String())
}
