package kit

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// T is what a walk needs of T.
type T interface {
	Helper()
	Name() string
	Context() context.Context
	Cleanup(func())
	TempDir() string
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any) // doesn't return, as Skipf
	Skipf(format string, args ...any)
	Failed() bool
}

// World is where walks go: addresses without a trailing slash.
type World struct {
	App     string // {payment_app_url}
	Sandbox string // {base_url} of its sandbox; "" if there is none
	Payee   string // whom pages name as paid for orders of the sandbox's DEMO; "" compares none
	Strict  bool   // the sandbox grants and answers only what the interface shows
	Browser *Browser
	HTTP    *http.Client // for calls beside the browser; nil is one with a timeout
	// Links makes a RedirectURL. Nil signs it with the sandbox's demo secret.
	Links func(context.Context, Terms) (string, error)
	// Film keeps a picture of every page that a tab shows, in its Record.
	Film bool
	// Patience is how long a step may take; 0 is the constant of that name.
	Patience time.Duration
	// Pause is a pause before each press, for people who watch.
	Pause time.Duration
	// Albums is the folder of pictures that walks take on purpose; "" takes none.
	Albums string
	// Axe has axe judge every page that a tab shows.
	Axe bool
	// MayLack skips a walk whose method the options page doesn't offer.
	MayLack bool
	// Failures is the folder for what failed walks leave; "" keeps nothing.
	Failures string
	// Left is told what each tab leaves, when it closes.
	Left func(T, Record)
}

// Terms are what a shop asks to be paid, and how.
type Terms struct {
	Amount, Currency string     // as in the RedirectURL: "1234.50", "THB"
	ID               string     // idPayin, with the sandbox's steering
	Merchant         string     // merchantCode
	Parameters       url.Values // all others, such as lang or paymentMethodCode
	Validity         time.Duration
}

func (w *World) client() *http.Client {
	return cmp.Or(w.HTTP, &http.Client{Timeout: time.Minute})
}

// others are the prefixes of addresses besides the application that a tab may open. A
// sandbox on this machine has two names, and its bank pages may have the other one.
func (w *World) others() []string {
	if w.Sandbox == "" {
		return nil
	}
	all := []string{w.Sandbox + "/"}
	for _, names := range [][2]string{{"//localhost:", "//127.0.0.1:"}, {"//127.0.0.1:", "//localhost:"}} {
		if other := strings.Replace(all[0], names[0], names[1], 1); other != all[0] {
			return append(all, other)
		}
	}
	return all
}
