package known

import (
	"cmp"
	"reflect"
	"slices"
	"time"

	"payapp/apiclient"
	"payapp/money"
)

// View is what pages see of what is known. Nothing stands together in it that no
// answer said together, or that answers about the same thing to pay by didn't.
type View struct {
	Existence Existence
	// Payin is the payment as answers described it, whole; without ways to pay
	// once it has ended.
	Payin apiclient.Payin
	// At is the moment before the newest call that was answered.
	At time.Time
	// Ordered is the order's amount, by the gateway's word; zero = it named none
	// apart from what was paid.
	Ordered money.Money
	// Instead is the amount to pay that was told before this one; zero = none was.
	Instead money.Money

	// Class is what the newest answer's word says of the money. Of a payment that has ended it
	// says nothing, but that one which succeeded was closed since.
	Class Class
	// Again: it had ended, and goes on. Second: … and answers name another way to pay than
	// before, so the end was the first try's alone.
	Again, Second bool
	// Doubt: somebody may have paid, by what answers said: a word that isn't known to mean
	// waiting for the money, or after an end that it goes on.
	Doubt bool
	Less  bool // something of how to pay was left out, for want of room
	// Fickle: the code or link is another one at each read.
	Fickle bool
	Test   bool
	Sent   []Sent // newest first

	status     Status
	paid       Amounts     // of the answer that says success
	firstPrice money.Money // the amount to pay that was told first
	endSince   moment
}

// Existence is how much is known of the payment.
type Existence int8

// The existences, each of which says more than those before it.
const (
	Nothing    Existence = iota // no answer that says anything
	NotCreated                  // the gateway has no such payment, and was sent none since
	Accepted                    // the gateway has its id, but hasn't described it yet
	Described                   // the gateway has described it
)

// behind is how much newer than an end progress must be to count: by so much a
// gateway's own replicas, and our clocks, may differ.
const behind = time.Minute

// View is what pages see.
func (p Payment) View() View {
	v := View{Existence: p.existence(), At: p.Asked.time(), Test: p.Test, Sent: p.Sent}
	if !p.Described {
		if v.Exists() {
			v.status = Pending
		}
		return v
	}
	ended := p.End.At != 0 && p.End.At >= p.Made // an end from before a creation that was taken isn't its
	v.Fickle = p.changes()
	v.Doubt = p.Worked != 0 || p.FirstEnd != 0 && p.Going.At > p.FirstEnd
	state, amounts := p.Going, p.Amounts
	v.status, v.Class, v.firstPrice = Pending, state.Is.class(), p.FirstPrice.Is
	switch {
	case p.Success.At != 0:
		state, amounts, v.status, v.paid = p.Success, p.Paid, Success, p.Paid.Is
	case ended && p.secondWay():
		v.Second = true
	case ended && p.Going.At <= p.End.At.add(behind):
		state, v.endSince = p.End, max(p.FirstEnd, min(p.Going.At, p.End.At))
		if v.status = Failed; ends[state.Is.Word] == Expired {
			v.status = Expired
		}
	case ended:
		v.Again = true
	}
	if v.status.Ended() && (v.status != Success || v.Class != Closes || p.Going.At <= p.Success.At) {
		v.Class = ""
	}
	v.describe(p, state.Is, amounts.Is)
	if p.Paid.At != 0 { // what was told before somebody paid is the order's for sure
		v.Ordered = cmp.Or(p.Amounts.Is.Requested, p.Amounts.Is.Money, p.Paid.Is.Requested)
	}
	v.setWay(p)
	return v
}

// Covers reports whether what was paid is the whole of an amount: that, the amount to pay
// that was told first, or that amount less the fee or plus the tax that the answer itself
// names.
func (v *View) Covers(order money.Money) bool {
	paid := v.Payin.Money
	sum := func(a, b, is money.Money) bool {
		total, err := a.Add(b)
		return err == nil && !b.IsZero() && total == is
	}
	return paid == order || paid == v.firstPrice || sum(paid, v.paid.Fee, order) || sum(order, v.paid.VAT, paid)
}

func (p Payment) existence() Existence {
	switch {
	case p.Described:
		return Described
	case p.Accepted:
		return Accepted
	case p.Missing != 0 && p.Missing > p.lastSent():
		return NotCreated
	default:
		return Nothing
	}
}

func (v *View) describe(p Payment, s State, a Amounts) {
	v.Ordered = a.Requested
	v.Payin = apiclient.Payin{
		MethodCode: p.Method.Is, Money: a.Money, Requested: a.Requested, VAT: p.VAT.Is,
		AccountCustomer: p.Customer.Is, AccountCustomerUsed: p.Used.Is, ExternalReference: p.External.Is, ReturnURL: p.ReturnURL.Is,
		PhoneNumber: p.Contact.Is.Phone, EmailAddress: p.Contact.Is.Email, TaxID: p.Contact.Is.TaxID, Location: read(p.Location.Is),
		Status: s.Word, FailureReason: s.Reason, ProcessorStatus: s.Processor, ProcessedAt: s.Processed.time(), CreatedAt: p.CreatedAt.Is.time(),
		IsTest: p.Test,
	}
}

// setWay is how to pay: by the current method alone, and after an end only by a
// creation that was taken since.
func (v *View) setWay(p Payment) {
	w := composed(p.waysNow(v.Second), v.Payin.Money)
	if sent, ok := v.SentWith(p.Method.Is); ok && w.Operator == (apiclient.Operator{}) {
		w.Operator = sent.Operator
	} else if ok && w.Operator.Code == sent.Operator.Code {
		w.Operator.Name = cmp.Or(w.Operator.Name, sent.Operator.Name)
	}
	d := &v.Payin
	d.Operator, d.MoneyRequired, d.ExpireAt, v.Less = w.Operator, w.Required, w.ExpireAt, w.Less
	if v.status.Ended() || v.Again {
		// For a receipt, whatever belonged to it. What was paid is the answer's own money.
		d.Reference, d.MoneyRequired = p.Reference.Is, (money.Money{})
		if len(p.Prices) > 0 && p.Prices[0].Method == p.Method.Is && v.status != Success {
			d.MoneyRequired = p.Prices[0].Amount
		}
		v.Less = false
		return
	}
	switch {
	case len(p.Prices) == 0 || p.Prices[0].Amount != w.Required:
	case len(p.Prices) == 2 && p.Prices[0].Method == p.Prices[1].Method:
		v.Instead = p.Prices[1].Amount
	case len(p.Prices) == 1 && p.FirstPrice.Is != w.Required:
		v.Instead = p.FirstPrice.Is
	}
	d.Account, d.PaymentAddress, d.QRCode, d.QRName = w.Account, w.Address, w.Code, w.CodeName
	d.DeepLink, d.RedirectURL = w.DeepLink, w.Redirect
	d.Reference, d.InstructionList = w.Reference, w.Instructions
}

// waysNow are the ways of the current method; of one that had ended before a
// creation was taken, or a second way was told, those that were told since.
func (p Payment) waysNow(second bool) []Way {
	again := second || p.End.At != 0 && p.End.At < p.Made
	return slices.DeleteFunc(slices.Clone(p.Ways), func(w Way) bool {
		return w.Method != p.Method.Is || again && w.at() <= p.End.At
	})
}

// FirstPrice is the amount to pay that was told first, if another was paid; zero = none was.
func (v *View) FirstPrice() money.Money {
	if v.status != Success || v.firstPrice == v.Payin.Money {
		return money.Money{}
	}
	return v.firstPrice
}

// Led reports whether some answer named something to pay by.
func (v *View) Led() bool {
	return wayOf(v.Payin, 0, false).leads()
}

// Exists reports whether the gateway has taken the payment's creation.
func (v *View) Exists() bool { return v.Existence >= Accepted }

// Status is the payment's status by the gateway's word.
func (v View) Status() Status { return cmp.Or(v.status, Unknown) }

// Same reports whether pages see the same in both, whenever it was read. Times that
// move by seconds, or that no page shows yet, are the same.
func (v View) Same(w View) bool {
	for _, x := range []*View{&v, &w} {
		x.At, x.endSince = time.Time{}, 0
		if x.Payin.ExpireAt = x.Payin.ExpireAt.Truncate(time.Minute); !x.Status().Ended() {
			x.Payin.ProcessedAt = time.Time{}
		}
	}
	return reflect.DeepEqual(v, w)
}
