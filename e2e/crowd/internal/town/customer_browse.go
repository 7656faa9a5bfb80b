package town

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

	"payapp/e2e/crowd/internal/pages"
	"payapp/e2e/crowd/internal/shop"
)

// Customer is a person with a browser of their own that runs no scripts.
type Customer struct {
	Address string // the client's, as X-Forwarded-For
	Order   shop.Order
	Link    string // what they open
	Client  *http.Client
	Page    *pages.Page // what the browser shows; nil before the first answer
}

// newTransport is shared by browsers, so that a crowd needs few connections; a
// request times out after a minute.
func newTransport() *http.Transport {
	return &http.Transport{MaxIdleConns: 512, MaxIdleConnsPerHost: 512, IdleConnTimeout: 30 * time.Second}
}

// NewCustomer is at an address, with an order whose RedirectURL they open.
func NewCustomer(transport http.RoundTripper, address string, o shop.Order) *Customer {
	jar, _ := cookiejar.New(nil) // never fails without options
	return &Customer{
		Address: address, Order: o, Link: o.RedirectURL,
		Client: &http.Client{Transport: transport, Jar: jar, Timeout: time.Minute},
	}
}

// Get loads an address and follows redirects.
func (c *Customer) Get(ctx context.Context, address string) error {
	return c.load(ctx, http.MethodGet, address, nil)
}

// press fills in the form with this button, and sends it.
func (c *Customer) press(ctx context.Context, filled map[string]string, actions ...string) error {
	f, pressed, ok := c.Page.WithAction(actions...)
	if !ok {
		return fmt.Errorf("the %s page has no button %s", c.Page.Kind, strings.Join(actions, " or "))
	}
	target, err := c.Page.Address.Parse(f.Action)
	if err != nil {
		return err
	}
	return c.load(ctx, http.MethodPost, target.String(), f.Values(pressed, filled))
}

// again reloads the page as its refresh says.
func (c *Customer) again(ctx context.Context) error {
	target, err := c.Page.Address.Parse(c.Page.RefreshTo)
	if err != nil {
		return err
	}
	return c.Get(ctx, target.String())
}

var errNoPage = errors.New("the answer is no page")

func (c *Customer) load(ctx context.Context, method, address string, values url.Values) error {
	var body io.Reader
	if values != nil {
		body = strings.NewReader(values.Encode())
	}
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return err
	}
	request.Header.Set("X-Forwarded-For", c.Address)
	request.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	request.Header.Set("Accept-Language", "en")
	if values != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Origin", c.Page.Address.Scheme+"://"+c.Page.Address.Host)
	}
	response, err := c.Client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	p, err := pages.Parse(response.Request.URL, response.Body)
	if err != nil {
		return err
	}
	if p.Kind == "" {
		return fmt.Errorf("%w: %s", errNoPage, response.Status)
	}
	c.Page = p
	return nil
}
