package kit

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/network"
)

// Allow declares an address that may hold a secret; no other may.
func (o *Observer) Allow(entry string, secrets ...string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.entries = append(o.entries, entry)
	o.secrets = append(o.secrets, secrets...)
}

// FromShop allows the shop's next answer to redirect to an address with a
// token, which only the shop knows.
func (o *Observer) FromShop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.shop = true
}

// Sent are the parameters with which the shop sent the customer after FromShop; nil
// before.
func (o *Observer) Sent() url.Values {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.sent
}

// noteSent notes the address and the token with which the shop sent the customer.
func (o *Observer) noteSent(u *url.URL, address string) {
	if token := u.Query().Get("token"); o.shop && token != "" && strings.HasPrefix(address, o.app+"/?") {
		o.shop, o.sent = false, u.Query()
		o.entries = append(o.entries, address)
		o.secrets = append(o.secrets, token)
	}
}

// noteLed notes to which payment's pages an order's link led.
func (o *Observer) noteLed(u *url.URL, own bool, from *network.Response) {
	if !own || from == nil {
		return
	}
	if entry, err := url.Parse(from.URL); err == nil && isEntry(entry) {
		o.led[ownPath(u.Path)] = entry.Query()
	}
}

// noteOrder notes the order of a RedirectURL or a status link.
func (o *Observer) noteOrder(u *url.URL, own bool) {
	came := u.Query()
	known := func(other url.Values) bool {
		return other.Get("idPayin") == came.Get("idPayin") && other.Get("merchantCode") == came.Get("merchantCode")
	}
	if own && isEntry(u) && !slices.ContainsFunc(o.orders, known) {
		o.orders = append(o.orders, came)
	}
}

// isEntry reports whether an address of the application is a link of an order's.
func isEntry(u *url.URL) bool {
	return (u.Path == "/" || u.Path == "/status") && u.Query().Get("idPayin") != ""
}

// cameWith are the parameters of the links that the tab came with, one an order.
func (o *Observer) cameWith() []url.Values {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.orders)
}

// leak reports a token in a text where it doesn't belong.
func (o *Observer) leak(where, text string) {
	if slices.Contains(o.entries, text) {
		return
	}
	for _, secret := range o.secrets {
		if strings.Contains(text, secret) {
			o.fault("the token is in %s: %.120s", where, text)
		}
	}
}

// tokens are texts that look like one, where none was declared.
var tokens = regexp.MustCompile(`\b(token=)[^&\s"'<]+|eyJ[\w-]{8,}\.[\w-]+\.[\w-]*`)

// mask replaces tokens in a text.
func (o *Observer) mask(text string) string {
	for _, secret := range o.secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "[token]")
		}
	}
	return tokens.ReplaceAllString(text, "${1}[token]")
}

// Mask replaces the tokens that the tab knows of in a text.
func (o *Observer) Mask(text string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.mask(text)
}
