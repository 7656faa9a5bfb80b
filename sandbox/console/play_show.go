package console

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"payapp/money"
	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/payload"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// look is what the other side of a payment looks like, which a person plays: a
// bank or its app, a wallet, a counter.
type look struct {
	Mark       string // of its kind: its drawing and its colours
	Name       string // where the customer chose no operator
	Ask        string
	Verb, Done string // the button, and what has been done
	Lead       string // who one is
}

var (
	bankLook = look{
		"bank", "Sandbox Bank", "Confirm the payment", "Pay", "Paid",
		"You are the customer, signed in at the bank that the payment page sent you to.",
	}
	appLook = look{
		"bank", "Sandbox Bank", "Approve this payment?", "Approve", "Approved",
		"You are the customer. The bank's app asks you.",
	}
	looks = map[rules.Kind]look{
		rules.Redirect: bankLook, rules.Approve: appLook, rules.ApproveOrRedirect: appLook,
		rules.Wallet: {
			"wallet", "Sandbox Wallet", "Pay from your balance", "Pay", "Paid",
			"You are the customer, in the wallet's app.",
		},
		rules.QR: {
			"bank", "Sandbox Bank", "Scan and pay", "Pay", "Paid",
			"You are the customer, and scan the code with your bank's app.",
		},
		rules.Transfer: {
			"bank", "Sandbox Bank", "New transfer", "Send", "Paid",
			"You are the customer, and type the transfer into your bank's app.",
		},
		rules.VirtualAccount: {
			"bank", "Sandbox Bank", "New transfer", "Send", "Paid",
			"You are the customer, and type the account into your bank's app.",
		},
		rules.StoreCode: {
			"counter", "Sandbox Store", "Bill payment", "Take the money", "Paid",
			"You stand behind the counter. A customer shows the code and pays in cash.",
		},
		rules.Crypto: {
			"crypto", "Sandbox Wallet", "Send", "Send", "Paid",
			"You are the customer, and scan the code with a crypto wallet.",
		},
	}
)

// lookOf is what the other side of an order looks like.
func lookOf(o answers.Order) look {
	l := looks[o.Method.Kind]
	switch {
	case o.Method.Code == "MOBILE_MONEY": // with a PIN on the phone, at a wallet
		l.Mark, l.Name = "wallet", looks[rules.Wallet].Name
	case o.Side() == answers.Bank && l.Mark == bankLook.Mark:
		l = bankLook
	}
	return l
}

// row is a line of what the customer sees.
type row struct{ Term, Value string }

// playPage is a page on which a person plays a role.
type playPage struct {
	look
	store.Payment
	Operator, Status string
	Customer         string
	Rows             []row
	ToPay            money.Money
	Payload          string
	Objects          []payload.Object
	Open, Redirected bool
	Processing       bool              // paid, but not reported yet
	Waits            bool              // for the reference that the customer enters
	Next             *store.Transition // that comes by itself, nil if none does
	Now              time.Time
}

// played is the payment of a role's page, and its state. The bank's address can't
// be guessed, like a real bank's.
func (c *Console) played(r *http.Request) (p store.Payment, state store.Transition, err error) {
	if play := r.PathValue("play"); play != "" {
		p, err = c.Store.PaymentByPlay(r.Context(), play)
	} else {
		p, err = c.asked(r, store.Payin)
	}
	if err == nil {
		state, err = c.Store.State(r.Context(), p, c.Clock.Now())
	}
	return p, state, err
}

func (c *Console) showPlay() page.Func {
	return func(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
		p, state, err := c.played(r)
		if err != nil {
			return nil, err
		}
		response, err := answered(p)
		if err != nil {
			return nil, err
		}
		order, err := c.Process.OrderOf(p)
		if err != nil {
			return nil, err
		}
		body := playPage{look: lookOf(order), Payment: p, Now: c.Clock.Now(), Redirected: r.PathValue("play") != ""}
		if body.Waits, err = c.Process.NeedsReference(p); err != nil {
			return nil, err
		}
		body.fill(state.Status, response)
		story, err := c.Store.Transitions(r.Context(), p)
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(story, func(t store.Transition) bool { return t.At.After(body.Now) }); i >= 0 {
			body.Next = &story[i]
		}
		body.show(order, response, c.payee(p.Merchant))
		view, err := c.playView(r)
		if err != nil {
			return nil, err
		}
		return &page.Page{Name: "play", Title: body.Ask, Body: body, FormAction: page.Origin(p.ReturnURL), JSON: view}, nil
	}
}

func (b *playPage) fill(status string, response wire.MethodResponse) {
	b.ToPay = *cmp.Or(response.MoneyRequired, &response.Money)
	b.Status, b.Processing = status, status == process.Processing
	b.Open = !process.Final(status) && !b.Processing
	if response.PaymentOperator != nil {
		b.Operator = response.PaymentOperator.Name
	}
	if b.Redirected {
		return
	}
	b.Payload = cmp.Or(response.UPIQRDeepLink, response.QRCode)
	if objects, err := payload.ParseEMV(b.Payload); err == nil {
		b.Objects = objects
	}
}

// show adds what the customer reads before paying.
func (b *playPage) show(o answers.Order, response wire.MethodResponse, payee string) {
	b.Customer = cmp.Or(o.Data[rules.AccountName], rules.CurrencyOf(o.Money.Currency()).Holder, "Alex Example")
	account := cmp.Or(response.Account, &wire.Account{})
	if b.Redirected { // it is deprecated there
		account = &wire.Account{}
	}
	for _, r := range []row{
		{"To", cmp.Or(account.AccountName, payee)}, {"Account", account.AccountNumber}, {"Reference", response.Reference}, {"Order", b.ID},
		{"Pay by", atHome(o.ExpireAt(), b.Currency)},
	} {
		if r.Value != "" {
			b.Rows = append(b.Rows, r)
		}
	}
}

// atHome is a time as the customer's own bank writes it: "18:07 on 28 Nov (Bangkok)".
func atHome(t time.Time, currency string) string {
	about, _ := money.Find(currency)
	zone, err := time.LoadLocation(about.Zone)
	if err != nil { // a machine without zones
		zone = time.UTC
	}
	return t.In(zone).Format("15:04 on 2 Jan (") + strings.ReplaceAll(path.Base(zone.String()), "_", " ") + ")"
}

// payee is the merchant's name, or its code.
func (c *Console) payee(code string) string {
	m, _ := c.Merchants.ByCode(code)
	return cmp.Or(m.Name, code) // one that was removed has its code alone
}

// answered is the answer to the payment's creation.
func answered(p store.Payment) (response wire.MethodResponse, err error) {
	if err := json.Unmarshal(p.Response, &response); err != nil {
		return response, fmt.Errorf("kept response of %q: %w", p.ID, err)
	}
	return response, nil
}

// sidePage is the page on which a person plays the other side of this payment.
func (c *Console) sidePage(p store.Payment) (pageLink, error) {
	order, err := c.Process.OrderOf(p)
	if err != nil {
		return pageLink{}, err
	}
	side, address := order.Side(), addressed(p.Merchant, p.ID)
	if side == answers.Bank {
		address = p.Play
	}
	return pageLink{side.Page, "/" + side.Page + "/" + address, side.Text}, nil
}
