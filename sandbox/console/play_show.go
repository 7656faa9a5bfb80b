package console

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"

	"payapp/money"
	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/payload"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// role is the other side of a payment, played by a person.
type role struct {
	Heading, Lead string
	Verb, Done    string // the button, and what has been done
	where         string // for the payment's story
}

// The bank that a customer is redirected to, the app that asks for approval,
// and the phone that scans a code, or the customer who transfers the money.
var (
	atBank = role{
		Heading: "Sandbox bank", Lead: "You are the customer, at the bank that the payment page sent you to.",
		Done: "Paid", where: "at the bank page",
	}
	inApp = role{
		Heading: "Sandbox banking app", Lead: "You are the customer. Your bank asks whether to make this payment.",
		Verb: "Approve", Done: "Approved", where: "in the banking app",
	}
	onPhone = role{
		Heading: "Sandbox phone", Lead: "You are the customer, and have scanned the code or typed in the transfer.",
		Verb: "Pay", Done: "Paid", where: "after scanning",
	}
)

// playPage is a page on which a person plays a role.
type playPage struct {
	role
	store.Payment
	Operator, Status string
	ToPay            money.Money
	Payload          string
	Objects          []payload.Object
	Open, Redirected bool
	Processing       bool // paid, but not reported yet
	Waits            bool // for the reference that the customer enters
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

func (c *Console) showPlay(as role) page.Func {
	return func(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
		p, state, err := c.played(r)
		if err != nil {
			return nil, err
		}
		response, err := answered(p)
		if err != nil {
			return nil, err
		}
		body := playPage{role: as, Payment: p, Redirected: r.PathValue("play") != ""}
		if body.Waits, err = c.Process.NeedsReference(p); err != nil {
			return nil, err
		}
		body.fill(state.Status, response)
		view, err := c.playView(r)
		if err != nil {
			return nil, err
		}
		return &page.Page{Name: "play", Title: body.Heading, Body: body, FormAction: page.Origin(p.ReturnURL), JSON: view}, nil
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
