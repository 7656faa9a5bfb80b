// A shop with one product, to copy. It makes orders, sends its customers to the
// payment page, receives callbacks, asks for payments that nobody told of, and
// offers a new attempt when one has failed. Standard library only:
//
//	go run shop.go                                   the shop
//	go run shop.go refund ORDER BANK NUMBER NAME     gives an order's money back
//
// An order is paid only when the gateway has said SUCCESS with the order's own
// amount and currency. docs/merchants.md says why each part is as it is.
package main

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The settings, from the environment.
var (
	gateway  = env("GATEWAY", "http://localhost:8081") // {base_url} of the gateway
	app      = env("APP", "http://localhost:8080")     // {payment_app_url} of the payment page
	merchant = env("MERCHANT", "DEMO")                 // your merchant code
	price    = money{json.Number(env("AMOUNT", "1234.50")), env("CURRENCY", "THB")}
	folder   = env("ORDERS", "orders") // one file an order; yours is a database
	steer    = env("STEER", "")        // of the sandbox: "~refused@2s" after each payment's id
	self     = env("SHOP_URL", "")     // this shop, as its customers and the gateway reach it
	every    time.Duration             // POLL_SECONDS: how soon a payment is asked for again
	key      *rsa.PrivateKey           // KEY: the merchant's, PEM
)

type money struct {
	Amount       json.Number `json:"amount"`
	CurrencyCode string      `json:"currencyCode"`
}

// same compares numbers, not texts: 1234.5 is 1234.50.
func (m money) same(other money) bool {
	a, okA := new(big.Rat).SetString(m.Amount.String())
	b, okB := new(big.Rat).SetString(other.Amount.String())
	return okA && okB && a.Cmp(b) == 0 && m.CurrencyCode == other.CurrencyCode
}

// An order has one payment for each attempt. The next begins only when the one
// before has ended without success.
type order struct {
	ID       string    `json:"id"` // unguessable: who knows it sees the order
	Email    string    `json:"email"`
	Price    money     `json:"price"`
	Payments []payment `json:"payments"`
}

type payment struct {
	ID     string    `json:"id"` // idPayin: the order's id, and which attempt it is
	State  string    `json:"state"`
	Status string    `json:"status"` // the gateway's own word
	Linked time.Time `json:"linked"` // when the customer was last sent to the payment page
	Read   time.Time `json:"read"`   // when the gateway was last asked
	Token  string    `json:"token"`  // reads this payment and nothing else
	Until  time.Time `json:"until"`  // when that token ends
}

// rank orders a payment's states. It never goes back, so an answer that
// overtakes another does no harm.
var rank = map[string]int{
	"unstarted": 0, // the gateway doesn't know it: nobody has pressed Pay
	"pending":   1,
	"ended":     2, // without success; its id can't be used again
	"odd":       3, // paid with other money than the order's
	"paid":      4,
	"refunded":  5, // paid, and given back
}

// state is the best that is known of an order, else of its last attempt.
func (o order) state() string {
	for _, best := range []string{"paid", "odd", "refunded"} {
		for _, p := range o.Payments {
			if p.State == best {
				return best
			}
		}
	}
	return o.Payments[len(o.Payments)-1].State
}

func (o order) payment(id string) *payment {
	for i := range o.Payments {
		if o.Payments[i].ID == id {
			return &o.Payments[i]
		}
	}
	return nil
}

// attempt adds a payment under an id of its own.
func (o *order) attempt() {
	now := time.Now()
	id := fmt.Sprintf("%s-%d%s", o.ID, len(o.Payments)+1, steer)
	o.Payments = append(o.Payments, payment{ID: id, State: "unstarted", Linked: now, Read: now})
}

// Pages.

func showShop(w http.ResponseWriter, _ *http.Request) {
	show(w, http.StatusOK, "shop", map[string]any{"Price": price})
}

// makeOrder keeps the order before anything is asked of the gateway: whatever
// comes back is about an order that we know.
func makeOrder(w http.ResponseWriter, r *http.Request) {
	o := order{ID: strings.ToLower(rand.Text()), Email: r.FormValue("email"), Price: price}
	o.attempt()
	if err := save(o); err != nil {
		refuse(w, err)
		return
	}
	sendToPay(w, r, o)
}

// payAgain leads back to the payment that is under way. Only if it has ended
// without success, as the gateway says now, is there a new one: two that go on
// could both be paid.
func payAgain(w http.ResponseWriter, r *http.Request) {
	o, err := load(r.PathValue("id"))
	if err != nil {
		refuse(w, err)
		return
	}
	if err := ask(r.Context(), o.ID, o.Payments[len(o.Payments)-1].ID); err != nil {
		refuse(w, err)
		return
	}
	o, err = change(o.ID, func(o *order) {
		if o.state() == "ended" {
			o.attempt()
		}
		o.Payments[len(o.Payments)-1].Linked = time.Now()
	})
	switch {
	case err != nil:
		refuse(w, err)
	case rank[o.state()] >= rank["odd"]:
		http.Redirect(w, r, "/orders/"+o.ID, http.StatusSeeOther)
	default:
		sendToPay(w, r, o)
	}
}

// sendToPay redirects to the payment page. The token in the link can do what the
// page needs for this one payment of this amount, and nothing else.
func sendToPay(w http.ResponseWriter, r *http.Request, o order) {
	id := o.Payments[len(o.Payments)-1].ID
	path := "/payins/" + regexp.QuoteMeta(id) // paths in a token are regular expressions
	token, err := token(r.Context(), "/auth-tokens", map[string]any{
		"validitySecs": 1800, "money": o.Price,
		"operations": []string{
			"POST /payins/!availablePaymentOptions", "POST " + path, "GET " + path,
			"POST " + path + "/externalReference", "GET /merchant-info",
		},
	})
	if err != nil {
		refuse(w, err)
		return
	}
	http.Redirect(w, r, app+"/?"+url.Values{
		"merchantCode": {merchant}, "idPayin": {id}, "token": {token},
		"amount": {o.Price.Amount.String()}, "currencyCode": {o.Price.CurrencyCode},
		"callbackUrl": {self + "/callback"}, "returnUrl": {self + "/orders/" + o.ID},
	}.Encode(), http.StatusSeeOther)
}

// showOrder is where customers come back to. It says what the gateway said, and
// nothing that the address says.
func showOrder(w http.ResponseWriter, r *http.Request) {
	o, err := load(r.PathValue("id"))
	if err != nil {
		refuse(w, err)
		return
	}
	if p := o.Payments[len(o.Payments)-1]; due(p, every/5) {
		if err := ask(r.Context(), o.ID, p.ID); err != nil {
			log.Print(err) // the page says what is known so far
		}
		if o, err = load(o.ID); err != nil {
			refuse(w, err)
			return
		}
	}
	show(w, http.StatusOK, o.state(), map[string]any{"Order": o, "Status": o.Payments[len(o.Payments)-1].Status, "Price": o.Price})
}

// callback is called by the gateway, and by anybody who likes: it takes the id
// and asks the gateway. An unknown id gets the same answer as a known one. After
// any answer but 2xx the gateway calls again.
func callback(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	id, read := r.FormValue("idPayin"), ask
	if payout := r.FormValue("idPayout"); payout != "" {
		id, read = strings.TrimPrefix(payout, refundOf), askRefund
	}
	o, err := load(orderOf(id))
	if err == nil && o.payment(id) != nil {
		err = read(r.Context(), o.ID, id)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Print(err)
		http.Error(w, "call again", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// Payments.

// payin is what the shop reads of GET /payins/{idPayin}.
type payin struct {
	PaymentRequested      struct{ Money *money }
	PaymentMethodResponse struct{ Money *money }
	Process               struct{ Status string }
	FailureReasonCode     string
}

// judge says what an answer means for the order.
func judge(o order, a payin) string {
	switch a.Process.Status {
	case "SUCCESS":
		if fits(o.Price, a.PaymentRequested.Money, a.PaymentMethodResponse.Money) {
			return "paid"
		}
		return "odd"
	case "REFUSED", "FAILED", "CANCELED", "EXPIRED":
		return "ended"
	}
	return "pending" // also words that nobody knows yet
}

// fits: an answer may have the amount in two places. One is enough, and none may
// differ.
func fits(price money, amounts ...*money) bool {
	found := false
	for _, m := range amounts {
		if m != nil && !m.same(price) {
			return false
		}
		found = found || m != nil
	}
	return found
}

// ask reads a payment at the gateway and keeps what it says.
func ask(ctx context.Context, orderID, id string) error {
	o, err := change(orderID, func(o *order) { o.payment(id).Read = time.Now() })
	if err != nil {
		return err
	}
	token, err := tokenToRead(ctx, o, id)
	if err != nil {
		return err
	}
	var answer payin
	status, err := call(ctx, "GET", "/payins/"+url.PathEscape(id), nil, "Authorization", "Bearer "+token, &answer)
	switch {
	case status == http.StatusNotFound:
		return nil // nobody has pressed Pay
	case status == http.StatusUnauthorized: // the next one is asked for with a new token
		_, forgotten := change(orderID, func(o *order) { o.payment(id).Until = time.Time{} })
		return errors.Join(err, forgotten)
	case err != nil:
		return err
	}
	return record(orderID, id, judge(o, answer), answer)
}

// record writes down what was read, and tells the customer once of each change.
func record(orderID, id, state string, answer payin) error {
	changed := false
	o, err := change(orderID, func(o *order) {
		p := o.payment(id)
		if rank[state] > rank[p.State] {
			p.State, p.Status, changed = state, strings.TrimSpace(answer.Process.Status+" "+answer.FailureReasonCode), true
		}
	})
	if err != nil || !changed || rank[state] < rank["odd"] && rank[o.state()] >= rank["odd"] {
		return err // nothing new, or another attempt has paid the order
	}
	p := o.payment(id)
	// Mail programs take a full stop into the end of a link.
	status := app + "/status?" + url.Values{"idPayin": {id}, "token": {p.Token}, "currencyCode": {o.Price.CurrencyCode}}.Encode() + "&end=1"
	switch state {
	case "pending":
		mail(o, "we have your order, and ship it as soon as your bank has confirmed the payment. See where it stands: "+status)
	case "ended":
		mail(o, "the payment of your order has ended without success ("+p.Status+"). You can pay again: "+self+"/orders/"+o.ID)
	case "odd":
		fmt.Printf("for the shopkeeper: %s was paid with other money than the order's; nothing is shipped\n", id)
	case "paid":
		for _, other := range o.Payments {
			if other.ID != id && rank[other.State] >= rank["paid"] {
				fmt.Printf("for the shopkeeper: order %s is paid twice; give the money of %s back\n", o.ID, id)
				return nil
			}
		}
		mail(o, "your order is paid, and we ship it today. Your receipt: "+status)
	case "refunded":
		mail(o, "we have given you the money of "+id+" back.")
	}
	return nil
}

func mail(o order, text string) {
	fmt.Printf("e-mail to %s: %s\n", strings.Join(strings.Fields(o.Email), " "), text)
}

// tokenToRead is a token that can read one payment, kept for a week: reading
// twice needs one, and so does the status link in the e-mail.
func tokenToRead(ctx context.Context, o order, id string) (string, error) {
	if p := o.payment(id); time.Until(p.Until) > 24*time.Hour {
		return p.Token, nil
	}
	const week = 7 * 24 * time.Hour
	until := time.Now().Add(week)
	text, err := token(ctx, "/auth-tokens-by-action", map[string]any{
		"action": "PAYIN_INFO", "idPayment": id, "validitySecs": int(week.Seconds()),
	})
	if err != nil {
		return "", err
	}
	_, err = change(o.ID, func(o *order) { p := o.payment(id); p.Token, p.Until = text, until })
	return text, err
}

// due: a payment that may still change is asked for again after a tenth of its
// age, so that an old one costs little. A link works for half an hour: what
// nobody has begun after a day is left alone. least is how long it takes at any
// age: less where somebody looks.
func due(p payment, least time.Duration) bool {
	age := time.Since(p.Linked)
	open := p.State == "pending" && age < 30*24*time.Hour || p.State == "unstarted" && age < 24*time.Hour
	return open && time.Since(p.Read) >= max(least, age/10)
}

// poll asks for the payments whose callback never came, a few a second: the
// gateway takes ten requests.
func poll() {
	for {
		time.Sleep(min(every, 10*time.Second))
		files, err := filepath.Glob(filepath.Join(folder, "*.json"))
		if err != nil {
			log.Print(err)
		}
		for _, file := range files {
			o, err := load(strings.TrimSuffix(filepath.Base(file), ".json"))
			if errors.Is(err, fs.ErrNotExist) {
				continue // somebody else's file
			}
			if err != nil {
				log.Printf("%s: %v", file, err)
				continue
			}
			for _, p := range o.Payments {
				if !due(p, every) {
					continue
				}
				if err := ask(context.Background(), o.ID, p.ID); err != nil {
					log.Print(err)
				}
				time.Sleep(200 * time.Millisecond)
			}
		}
	}
}

// Giving back.

// A refund is a payout under the payment's id with this before it. The gateway
// takes an id once, so nothing is given back twice.
const refundOf = "refund-of-"

// refund pays the money of a paid order out to its customer's account, BANK
// being the bank's code (paymentOperatorCode). Without an account it asks for
// one, and tells what the gateway knows. Some currencies need more of an account.
func refund(ctx context.Context, arguments []string) error {
	if len(arguments) != 1 && len(arguments) != 4 {
		return errors.New("usage: go run shop.go refund ORDER BANK NUMBER NAME")
	}
	o, err := load(orderOf(arguments[0]))
	if err != nil {
		return fmt.Errorf("no order %s here", arguments[0])
	}
	var paid []string
	for _, p := range o.Payments {
		if rank[p.State] >= rank["paid"] && (arguments[0] == o.ID || arguments[0] == p.ID) {
			paid = append(paid, p.ID)
		}
	}
	if len(paid) != 1 {
		return fmt.Errorf("to give back takes one paid payment; of %s: %q", arguments[0], paid)
	}
	if len(arguments) == 1 {
		path := "/payins/" + paid[0] + "/accounts"
		var known json.RawMessage
		token, err := token(ctx, "/auth-tokens", map[string]any{"operations": []string{"GET " + regexp.QuoteMeta(path)}})
		if err == nil {
			_, err = call(ctx, "GET", path, nil, "Authorization", "Bearer "+token, &known)
		}
		return errors.Join(err, fmt.Errorf(
			"to which account? go run shop.go refund %s BANK NUMBER NAME; the gateway knows %s", arguments[0], known))
	}
	path := "/payouts/" + refundOf + paid[0]
	token, err := token(ctx, "/auth-tokens", map[string]any{
		"money": o.Price, "operations": []string{"POST " + regexp.QuoteMeta(path), "GET " + regexp.QuoteMeta(path)},
	})
	if err != nil {
		return err
	}
	body, err := json.Marshal(map[string]any{
		"paymentRequested": map[string]any{"money": o.Price},
		"paymentMethod": map[string]any{
			"paymentMethodCode": "BANK_TRANSFER", "paymentOperatorCode": arguments[1],
			"account": map[string]any{"accountNumber": arguments[2], "accountName": arguments[3]},
		},
		"callbackUrl": self + "/callback",
	})
	if err != nil {
		return err
	}
	status, err := call(ctx, "POST", path, body, "Authorization", "Bearer "+token, new(payin))
	if err != nil && status != http.StatusConflict { // 409: the gateway has it
		return err
	}
	var answer payin
	for range 30 {
		if answer, err = readRefund(ctx, token, paid[0]); err != nil {
			return err
		}
		if judge(o, answer) != "pending" {
			break
		}
		time.Sleep(time.Second)
	}
	fmt.Println("paid out: " + answer.Process.Status)
	if judge(o, answer) != "paid" {
		return errors.New("nothing is given back so far; the same command again says how it stands")
	}
	reply, err := client.PostForm(self+"/callback", url.Values{"idPayout": {refundOf + paid[0]}})
	if err == nil {
		reply.Body.Close()
	}
	if err != nil || reply.StatusCode != http.StatusNoContent {
		return fmt.Errorf(
			"the shop wasn't told at %s, where the gateway calls it later; if it isn't there, the same command with its ADDR or SHOP_URL", self)
	}
	return nil
}

// readRefund reads a payment's payout, which is empty if there is none.
func readRefund(ctx context.Context, token, id string) (answer payin, err error) {
	status, err := call(ctx, "GET", "/payouts/"+refundOf+id, nil, "Authorization", "Bearer "+token, &answer)
	if status == http.StatusNotFound {
		err = nil
	}
	return answer, err
}

// askRefund keeps that a payment is given back, if the gateway says so.
func askRefund(ctx context.Context, orderID, id string) error {
	o, err := load(orderID)
	if err != nil {
		return err
	}
	token, err := token(ctx, "/auth-tokens", map[string]any{"operations": []string{"GET " + regexp.QuoteMeta("/payouts/"+refundOf+id)}})
	if err != nil {
		return err
	}
	answer, err := readRefund(ctx, token, id)
	if err != nil || judge(o, answer) != "paid" {
		return err
	}
	return record(orderID, id, "refunded", answer)
}

// The gateway.

// token asks for a token. The signature is SHA256withRSA over the very bytes
// that are sent.
func token(ctx context.Context, path string, request map[string]any) (string, error) {
	request["merchantCode"], request["timestamp"] = merchant, time.Now().UnixMilli()
	body, err := json.Marshal(request)
	if err != nil {
		return "", err
	}
	digest := sha256.Sum256(body)
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, digest[:])
	if err != nil {
		return "", err
	}
	var answer struct{ Token string }
	status, err := call(ctx, "POST", path, body, "X-SIGNATURE", base64.StdEncoding.EncodeToString(signature), &answer)
	if err != nil && status >= 400 && status < 500 && status != http.StatusTooManyRequests {
		err = fmt.Errorf("%w: %w", errOurs, err)
	}
	return answer.Token, err
}

// errOurs is a refusal that trying again doesn't mend.
var errOurs = errors.New("a mistake of this shop")

var client = &http.Client{Timeout: 10 * time.Second}

// call repeats a request that got no answer or wasn't processed. All requests
// of this shop can be repeated: they ask, read, or make what is made once.
func call(ctx context.Context, method, path string, body []byte, header, value string, answer any) (status int, err error) {
	for try := 1; ; try++ {
		status, err = callOnce(ctx, method, path, body, header, value, answer)
		if err == nil || try == 3 || status != 0 && status != http.StatusTooManyRequests && status < 500 {
			return status, err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return status, ctx.Err()
		}
	}
}

func callOnce(ctx context.Context, method, path string, body []byte, header, value string, answer any) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, method, gateway+path, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("X-API-Version", "2")
	request.Header.Set(header, value)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	switch {
	case err != nil:
		return 0, err
	case response.StatusCode != http.StatusOK:
		return response.StatusCode, fmt.Errorf("%s %s: %s %s", method, path, response.Status, text)
	}
	return response.StatusCode, json.Unmarshal(text, answer)
}

// Orders, a file each.

var (
	mu     sync.Mutex
	idForm = regexp.MustCompile(`^[a-z0-9]{26}$`) // an id from an address becomes a file's name
)

// orderOf is the order that a payment belongs to.
func orderOf(payment string) string {
	id, _, _ := strings.Cut(payment, "-")
	return id
}

func load(id string) (o order, err error) {
	if !idForm.MatchString(id) {
		return o, fs.ErrNotExist
	}
	text, err := os.ReadFile(filepath.Join(folder, id+".json"))
	if err != nil {
		return o, err
	}
	return o, json.Unmarshal(text, &o)
}

// change is the only way to alter an order: one at a time, from what is kept.
func change(id string, edit func(*order)) (order, error) {
	mu.Lock()
	defer mu.Unlock()
	o, err := load(id)
	if err != nil {
		return o, err
	}
	edit(&o)
	return o, save(o)
}

// save replaces the file as a whole, so that no crash leaves half an order.
func save(o order) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, "new-")
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), filepath.Join(folder, o.ID+".json"))
}

// HTML.

func show(w http.ResponseWriter, code int, state string, data map[string]any) {
	data["State"] = state
	var text bytes.Buffer
	if err := page.Execute(&text, data); err != nil {
		log.Print(err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_, _ = w.Write(text.Bytes()) // the customer may have left
}

func refuse(w http.ResponseWriter, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		show(w, http.StatusNotFound, "unknown", map[string]any{})
		return
	}
	log.Print(err)
	if errors.Is(err, errOurs) {
		show(w, http.StatusInternalServerError, "broken", map[string]any{})
		return
	}
	show(w, http.StatusBadGateway, "unreachable", map[string]any{})
}

var page = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Teapot shop</title>
{{if or (eq .State "unstarted") (eq .State "pending")}}<meta http-equiv="refresh" content="10">{{end}}
<style>
:root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui;max-width:28rem;margin:10vh auto;padding:0 1rem}
button,input{font:inherit;padding:.6rem 1rem;width:100%;box-sizing:border-box;margin:.3rem 0}
button{background:#173f7a;color:#fff;border:0;border-radius:.5rem}
</style>
<main data-state="{{.State}}">
{{if eq .State "shop"}}
<h1>A teapot</h1>
<p>{{.Price.Amount}} {{.Price.CurrencyCode}}</p>
<form method="post" action="/orders">
<label>Your e-mail address <input type="email" name="email" required autocomplete="email"></label>
<button>Order and pay</button></form>
{{else if eq .State "unstarted"}}
<h1>Not paid yet</h1>
<p>We know of no payment for your order so far.</p>
<form method="post" action="/orders/{{.Order.ID}}/pay"><button>Pay</button></form>
{{else if eq .State "pending"}}
<h1>We’re waiting for your bank</h1>
<p>The payment has begun and isn’t confirmed yet. We ship as soon as it is. If you have paid, there is nothing left to do.</p>
<form method="post" action="/orders/{{.Order.ID}}/pay"><button>Back to the payment</button></form>
{{else if eq .State "ended"}}
<h1>This payment didn’t succeed</h1>
<p>It ended as {{.Status}}. Nothing is shipped. If you have sent money all the same, write to us and don’t pay again.</p>
<form method="post" action="/orders/{{.Order.ID}}/pay"><button>Pay again</button></form>
{{else if eq .State "odd"}}
<h1>We’re looking into your payment</h1>
<p>What arrived doesn’t fit your order. Please don’t pay again: we’ll write to you.</p>
{{else if eq .State "paid"}}
<h1>Thank you, it’s paid</h1>
<p>We ship today.</p>
{{else if eq .State "refunded"}}
<h1>You have your money back</h1>
<p>We have paid it out to your account. Nothing is shipped.</p>
{{else if eq .State "unknown"}}
<h1>There is no such order</h1>
{{else if eq .State "broken"}}
<h1>We can’t take payments just now</h1>
<p>The mistake is ours, not yours, and was noted. Nothing was charged by this press.</p>
{{else}}
<h1>Please try again in a moment</h1>
<p>The payment service doesn’t answer just now. Nothing was charged by this press.</p>
{{end}}
{{with .Order}}<p><small>Order {{.ID}}, {{.Price.Amount}} {{.Price.CurrencyCode}}</small></p>{{end}}
</main>
`))

const usage = `shop                                  the shop, at ADDR
shop refund ORDER BANK NUMBER NAME    gives an order's money back`

func main() {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "refund":
		case "help", "--help", "-h":
			fmt.Println(usage)
			return
		default:
			log.Fatalf("%q isn't known here: --help tells what is", os.Args[1])
		}
	}
	seconds, err := strconv.ParseFloat(env("POLL_SECONDS", "10"), 64)
	if err != nil {
		log.Fatal(err)
	}
	every = time.Duration(seconds * float64(time.Second))
	if !regexp.MustCompile(`^\d+(\.\d+)?$`).MatchString(price.Amount.String()) {
		log.Fatalf("AMOUNT=%s isn't digits with at most one point", price.Amount)
	}
	if key, err = readKey(env("KEY", "key.pem")); err != nil {
		log.Fatal("KEY: ", err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		log.Fatal(err)
	}
	address := env("ADDR", "127.0.0.1:8090")
	if len(os.Args) > 1 && os.Args[1] == "refund" {
		if self == "" {
			self = "http://" + address
		}
		if err := refund(context.Background(), os.Args[2:]); err != nil {
			log.Fatal(err)
		}
		return
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		log.Fatalf("ADDR: the shop can't listen at %s, which may be taken; set another ADDR (%v)", address, err)
	}
	if self == "" {
		self = "http://" + listener.Addr().String()
	}
	http.HandleFunc("GET /{$}", showShop)
	http.HandleFunc("POST /orders", makeOrder)
	http.HandleFunc("GET /orders/{id}", showOrder)
	http.HandleFunc("POST /orders/{id}/pay", payAgain)
	http.HandleFunc("POST /callback", callback)
	http.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { refuse(w, fs.ErrNotExist) })
	go poll()
	fmt.Println("http://" + listener.Addr().String())
	log.Fatal((&http.Server{ReadHeaderTimeout: 10 * time.Second}).Serve(listener))
}

func readKey(name string) (*rsa.PrivateKey, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	switch {
	case block == nil:
		return nil, errors.New(name + " is no PEM file")
	case strings.HasSuffix(block.Type, "PUBLIC KEY"):
		return nil, errors.New(name + " is a public key; the private one signs")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	key, ok := parsed.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New(name + " isn't an RSA key")
	}
	return key, nil
}

func env(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
