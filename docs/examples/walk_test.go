package examples

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"payapp/apiclient"
	"payapp/money"
	"payapp/sandbox"
	"payapp/scenarios/entry"
)

// buy orders the shop's product and reads the link as the payment page does.
func (s *shop) buy() entry.Order {
	s.w.Helper()
	return s.link(s.press("/orders", url.Values{"email": {"alex@shop.example"}}))
}

// link reads a RedirectURL of the shop. Its token is for this payment alone.
func (s *shop) link(address string) entry.Order {
	s.w.Helper()
	u, err := url.Parse(address)
	if err != nil {
		s.w.Fatal(err)
	}
	order, err := entry.Parse(entry.Rules{AllowHTTP: true}, u.RawQuery)
	if err != nil || u.Host != "pay.example" || u.Path != "/" {
		s.w.Fatalf("%s: %v", address, err)
	}
	claims, _ := apiclient.ReadClaims(order.Token)
	if err := entry.CheckClaims(order, claims); err != nil {
		s.w.Error(err)
	}
	if len(claims.Operations) > 0 && (len(claims.Operations) != 5 || claims.Money != order.Money || claims.Allows("GET", "/payins/another")) {
		s.w.Errorf("the token allows too much: %+v", claims)
	}
	return order
}

// orderPage is where a link leads back to.
func orderPage(order entry.Order) string {
	u, err := url.Parse(order.ReturnURL)
	if err != nil {
		return err.Error()
	}
	return u.Path
}

// pay presses Pay on the payment page.
func (w *world) pay(order entry.Order) {
	w.Helper()
	w.create(order, order.Token, order.Money, apiclient.PaymentMethod{Code: "PROMPTPAY", AccountNumber: "0801234567"})
}

func (w *world) create(order entry.Order, token apiclient.Token, amount money.Money, method apiclient.PaymentMethod) {
	w.Helper()
	_, err := w.client.CreatePayin(w.Context(), token, order.IDPayin, apiclient.PayinRequest{
		Money: amount, CallbackURL: order.CallbackURL, ReturnURL: order.ReturnURL, Method: method.Body(),
	})
	if err != nil {
		w.Fatal(err)
	}
}

// settle sets a payment's status at the gateway, and delivers the callback.
func (w *world) settle(order entry.Order, status string) {
	w.Helper()
	response, err := customer.PostForm(w.gateway.URL+"/console/payins/"+order.IDPayin, url.Values{"status": {status}})
	if err != nil {
		w.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusSeeOther {
		w.Fatal(response.Status)
	}
	w.deliver()
}

// wantPage checks which page of the order the shop shows.
func (s *shop) wantPage(order entry.Order, want string) {
	s.w.Helper()
	if got, text := s.page(orderPage(order)); got != want {
		s.w.Errorf("the order's page is %q, want %q:\n%s", got, want, text)
	}
}

// wantMail checks the next e-mail, and returns the link in it.
func wantMail(w *world, mail, want string) string {
	w.Helper()
	if !strings.HasPrefix(mail, "e-mail to alex@shop.example: ") || !strings.Contains(mail, want) {
		w.Fatalf("got %q, want an e-mail with %q", mail, want)
	}
	return regexp.MustCompile(`https?://\S+`).FindString(mail)
}

const (
	mailPending = "as soon as your bank has confirmed"
	mailEnded   = "ended without success"
	mailPaid    = "is paid"
)

// wantStatusLink opens an e-mail's link as the payment page does.
func (w *world) wantStatusLink(link string, order entry.Order) {
	w.Helper()
	u, err := url.Parse(link)
	if err != nil {
		w.Fatal(err)
	}
	status, err := entry.ParseStatus(u.RawQuery)
	if err != nil || u.Path != "/status" || status.IDPayin != order.IDPayin {
		w.Fatalf("%s: %v", link, err)
	}
	if _, err := w.client.GetPayin(w.Context(), status.Token, order.IDPayin); err != nil {
		w.Error(err)
	}
	if _, err := w.client.GetOptions(w.Context(), status.Token, order.Money); !errors.Is(err, apiclient.ErrForbidden) {
		w.Errorf("the e-mail's token does more than read: %v", err)
	}
}

// anyToken can do everything, as no shop's token should.
func (w *world) anyToken() apiclient.Token {
	w.Helper()
	raw, err := w.box.SignToken(w.Context(), sandbox.TokenSpec{Operations: []string{"POST /payins/.*"}})
	if err != nil {
		w.Fatal(err)
	}
	return apiclient.NewToken(raw)
}
