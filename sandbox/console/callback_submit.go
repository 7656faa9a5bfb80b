package console

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// callbackKinds are what the form can send at once.
var callbackKinds = []string{"usual", "twice", "late", "unknown", "astray"}

// submitCallback sends a callback of the payment's status now, as usual or as
// it shouldn't be: twice, late, about an unknown id, to a wrong address. The
// fields tellsId and url name an id and an address of one's own.
func (c *Console) submitCallback(kind string) page.Func {
	return func(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
		p, err := c.asked(r, kind)
		if err != nil {
			return nil, err
		}
		list, err := c.readEmissions(r, p)
		if err != nil {
			return nil, err
		}
		sent := []callbackView{}
		for _, e := range list {
			seq, err := c.Process.Send(r.Context(), p, e)
			if err != nil {
				return nil, err
			}
			callback, err := c.Store.Callback(r.Context(), seq)
			if err != nil {
				return nil, err
			}
			sent = append(sent, viewCallback(callback))
		}
		return &page.Page{To: "/console/" + kind + "s/" + addressed(p.Merchant, p.ID), JSON: map[string]any{"callbacks": sent}}, nil
	}
}

func (c *Console) readEmissions(r *http.Request, p store.Payment) ([]store.Emission, error) {
	e := store.Emission{At: c.Clock.Now(), URL: r.PostFormValue("url"), TellsID: r.PostFormValue("tellsId"), Note: "sent from the console"}
	if u, err := url.Parse(e.URL); e.URL != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return nil, page.BadRequest("The field url is no http or https address.")
	}
	if e.URL == "" && p.CallbackURL == "" {
		return nil, page.BadRequest("The payment has no callbackUrl: name an address in the field url.")
	}
	if e.TellsID != "" && !wire.ValidID(e.TellsID) {
		return nil, page.BadRequest("The field tellsId can't be a payment's id.")
	}
	switch r.PostFormValue("kind") {
	case "", "usual":
	case "twice":
		return []store.Emission{e, e}, nil
	case "late":
		e.At = e.At.Add(30 * time.Second)
	case "unknown":
		e.TellsID = process.Nobody(p.ID)
	case "astray":
		e.URL = process.Astray(p.CallbackURL)
	default:
		return nil, page.BadRequest("The field kind is none of usual, twice, late, unknown, astray.")
	}
	if text := r.PostFormValue("delay"); text != "" {
		delay, err := time.ParseDuration(text)
		if err != nil || delay < 0 || delay > 24*time.Hour {
			return nil, page.BadRequest("The field delay is no duration such as 30s, up to a day.")
		}
		e.At = c.Clock.Now().Add(delay)
	}
	return []store.Emission{e}, nil
}

// showCallback is one callback for programs; people see it with its payment.
func (c *Console) showCallback(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	callback, err := c.callback(r)
	if err != nil {
		return nil, err
	}
	return callbackPage(callback), nil
}

func (c *Console) callback(r *http.Request) (store.Callback, error) {
	seq, err := strconv.ParseInt(r.PathValue("seq"), 10, 64)
	if err != nil {
		return store.Callback{}, store.ErrNotFound
	}
	return c.Store.Callback(r.Context(), seq)
}

// callbackPage leads to the callback's payment.
func callbackPage(callback store.Callback) *page.Page {
	return &page.Page{To: "/console/" + callback.Kind + "s/" + addressed(callback.Merchant, callback.ID), JSON: viewCallback(callback)}
}

// submitResend makes a callback due again.
func (c *Console) submitResend(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	callback, err := c.callback(r)
	if err != nil {
		return nil, err
	}
	if err := c.Store.Resend(r.Context(), callback.Seq, c.Clock.Now()); err != nil {
		return nil, err
	}
	c.Process.Wake()
	callback.NextAt = c.Clock.Now()
	return back(r, callbackPage(callback)), nil
}
