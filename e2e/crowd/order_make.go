package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// shop makes orders at the sandbox's demo shop, and plays the bank that pays
// them. Neither the shop's calls nor the console's count against the rate.
type shop struct {
	sandbox  string
	callback string // the merchant's own listener; "" is the demo shop's
	client   *http.Client
}

// order is a payment as its merchant knows it.
type order struct {
	id   string
	link string // the RedirectURL
}

// newOrder signs a token and builds the RedirectURL.
func (s *shop) newOrder(ctx context.Context, amount string) (order, error) {
	form := url.Values{"scenario": {"1"}, "method": {"THB/PROMPTPAY"}, "amount": {amount}, "validity": {"2h"}}
	if s.callback != "" {
		form.Set("callbackUrl", s.callback)
	}
	body, err := s.post(ctx, "/shop", form)
	if err != nil {
		return order{}, err
	}
	var made struct {
		ID   string `json:"idPayin"`
		Link string `json:"redirectUrl"`
	}
	if err := json.Unmarshal(body, &made); err != nil || made.Link == "" {
		return order{}, fmt.Errorf("the shop made no order: %.200s", body)
	}
	return order{id: made.ID, link: made.Link}, nil
}

// pay makes the gateway say SUCCESS from now on.
func (s *shop) pay(ctx context.Context, o order) error {
	_, err := s.post(ctx, "/console/payins/"+url.PathEscape(o.id), url.Values{"status": {"SUCCESS"}})
	return err
}

func (s *shop) post(ctx context.Context, path string, form url.Values) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.sandbox+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Accept", "application/json")
	response, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answered %s", path, response.Status)
	}
	return body, err
}

// newShop follows no redirects: programs get none.
func newShop(sandbox string) *shop {
	return &shop{sandbox: sandbox, client: &http.Client{
		Transport:     newTransport(),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// amountOf gives each order its own amount, so that options cached for one
// don't help the next.
func amountOf(i int) string { return fmt.Sprintf("%d.%02d", 100+i/100, i%100) }
