package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"time"
)

// Customer is a person with a browser of their own that runs no scripts.
type Customer struct {
	HTTP *http.Client // with their cookies
	// ForwardedFor is their address, for an application that has no proxy in front of it.
	ForwardedFor string
	Typed        map[string]string // what they enter when asked, by the interface's names
	Page         *Page             // what the browser shows; nil before the first answer
}

// NewCustomer has no cookies yet. A request times out after a minute.
func NewCustomer(transport http.RoundTripper) *Customer {
	jar, _ := cookiejar.New(nil) // never fails without options
	return &Customer{
		HTTP: &http.Client{Transport: transport, Jar: jar, Timeout: time.Minute},
		Typed: map[string]string{
			"accountNumber": "0812345678", "phoneNumber": "0812345678", "accountName": "Somchai Jaidee", "emailAddress": "somchai@shop.example",
		},
	}
}

// Get loads an address and follows redirects.
func (c *Customer) Get(ctx context.Context, address string) error {
	return c.load(ctx, http.MethodGet, address, nil)
}

// Press enters what they type into the form that has a button with one of these actions, and sends it.
func (c *Customer) Press(ctx context.Context, actions ...string) error {
	f, pressed, ok := c.Page.withAction(actions...)
	if !ok {
		return fmt.Errorf("the %s page has no button %s", c.Page.Kind, strings.Join(actions, " or "))
	}
	target, err := c.Page.Address.Parse(f.action)
	if err != nil {
		return err
	}
	return c.load(ctx, http.MethodPost, target.String(), f.values(pressed, c.Typed))
}

// Reload loads the page again.
func (c *Customer) Reload(ctx context.Context) error { return c.Get(ctx, c.Page.Address.String()) }

// Again loads the page again, or the link if no page has come yet.
func (c *Customer) Again(ctx context.Context, link string) error {
	if c.Page == nil {
		return c.Get(ctx, link)
	}
	return c.Reload(ctx)
}

// Refresh loads what the page says that comes next.
func (c *Customer) Refresh(ctx context.Context) error {
	target, err := c.Page.Address.Parse(c.Page.RefreshTo)
	if err != nil {
		return err
	}
	return c.Get(ctx, target.String())
}

// load sends a request. Its errors don't have the address, which may have a token.
func (c *Customer) load(ctx context.Context, method, address string, values url.Values) error {
	request, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(values.Encode()))
	if err != nil {
		return errors.New("an address that can't be read")
	}
	request.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	request.Header.Set("Accept-Language", "en")
	if c.ForwardedFor != "" {
		request.Header.Set("X-Forwarded-For", c.ForwardedFor)
	}
	if values != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Origin", c.Page.Address.Scheme+"://"+c.Page.Address.Host)
	}
	response, err := c.HTTP.Do(request)
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return wrapped.Err
	}
	if err != nil {
		return err
	}
	defer response.Body.Close()
	p, err := parsePage(response.Request.URL, io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return err
	}
	if p.Kind == "" {
		return fmt.Errorf("the answer is no page: %s", response.Status)
	}
	c.Page = p
	return nil
}
