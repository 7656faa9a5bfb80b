package sandbox

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"payapp/internal/money"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
)

// submitShop makes an order. A browser is led straight on to the payment, or
// with go=order to the order's page; who accepts JSON gets the addresses.
func (s *Sandbox) submitShop(w http.ResponseWriter, r *http.Request) (*page, error) {
	form, err := readShopForm(r)
	if err != nil {
		return nil, err
	}
	order, err := s.makeOrder(r, form)
	if err != nil {
		return nil, &pageError{http.StatusBadGateway, "The gateway gave no token: " + err.Error()}
	}
	if strings.Contains(r.Header.Get("Accept"), "application/json") {
		w.Header().Set("Content-Type", "application/json")
		secure(w.Header(), "")
		return nil, json.NewEncoder(w).Encode(map[string]string{
			"idPayin": order.ID, "token": order.Token, "redirectUrl": order.RedirectURL, "statusUrl": order.StatusURL,
		})
	}
	target := order.RedirectURL
	if r.PostFormValue("go") == "order" {
		target = "/shop/orders/" + order.ID
	}
	remember(w, r.PostForm, order.ID)
	secure(w.Header(), origin(*s.appURL.Load()))
	http.Redirect(w, r, target, http.StatusSeeOther)
	return nil, nil
}

// defaultMethod is what the shop suggests, as currency/code.
const defaultMethod = "THB/PROMPTPAY"

// readShopForm reads the shop's form; every field has a default.
func readShopForm(r *http.Request) (shopForm, error) {
	problem := func(text string) (shopForm, error) { return shopForm{}, &pageError{http.StatusBadRequest, text} }
	value := func(name, otherwise string) string {
		return cmp.Or(strings.TrimSpace(r.PostFormValue(name)), otherwise)
	}
	if err := r.ParseForm(); err != nil {
		return problem("The form can't be read.")
	}
	f := shopForm{
		merchant: value("merchantCode", "DEMO"), operator: value("paymentOperatorCode", ""), id: value("idPayin", ""), steering: value("steering", ""),
		language: value("lang", ""), callback: value("callbackUrl", ""), returnURL: value("returnUrl", ""),
		noName: r.PostFormValue("noName") != "", noMethod: r.PostFormValue("operatorOnly") != "", customData: url.Values{},
	}
	var ok bool
	if f.scenario, ok = scenarioByName(value("scenario", "1")); !ok {
		return problem("There is no such scenario.")
	}
	currency, code, _ := strings.Cut(value("method", defaultMethod), "/")
	if f.method, ok = rules.Find(code, currency); !ok {
		return problem("There is no such payment method in this currency.")
	}
	var err error
	if f.money, err = money.Parse(value("amount", sampleAmounts[currency]), currency); err != nil {
		return problem("The amount can't be used: " + err.Error() + ".")
	}
	if f.validity, err = time.ParseDuration(value("validity", "30m")); err != nil || f.validity < time.Second {
		return problem("The validity is no duration such as 30m or 24h.")
	}
	if !validID(f.id+f.steering) && f.id+f.steering != "" {
		return problem("The order id may hold A–Z a–z 0–9 . _ ~ @ : + - only, at most 128 of them.")
	}
	for name, values := range r.PostForm {
		if field, ok := strings.CutPrefix(name, "data."); ok && strings.TrimSpace(values[0]) != "" {
			f.customData.Set(field, values[0])
		}
	}
	return f, nil
}

// receiveCallback is the shop's callbackUrl. It keeps what came, and reads the
// payment only when somebody looks: a callback carries no news by itself.
// Unfamiliar parameters are kept and mean nothing.
func (s *Sandbox) receiveCallback(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, "the callback can't be read", http.StatusBadRequest)
		return
	}
	id := cmp.Or(r.Form.Get("idPayin"), r.Form.Get("idPayout"))
	if id == "" || len(id) > 128 {
		http.Error(w, "no idPayin", http.StatusBadRequest)
		return
	}
	received := store.Received{At: s.clock.now(), Text: r.Method + " " + r.URL.RequestURI() + " · " + r.PostForm.Encode()}
	if err := s.store.AddReceived(r.Context(), id, received); err != nil {
		http.Error(w, "not kept", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
