package known

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/money"
)

// Payment is all that is known of one payment: the newest that answers said of each
// part, and what was sent. The zero value says nothing. View decides what pages see
// of it.
//
// Its JSON is what browsers keep and replicas exchange. The names are short,
// since a cookie travels with every request.
type Payment struct {
	Described bool `json:"d,omitzero"` // an answer has described it
	Accepted  bool `json:"a,omitzero"` // the gateway has taken a creation of this id
	Test      bool `json:"ts,omitzero"`

	Asked   moment `json:"q,omitzero"`  // the newest call that was answered, whatever it said
	Missing moment `json:"n,omitzero"`  // the newest that didn't find it
	Made    moment `json:"m,omitzero"`  // the newest creation that was taken
	Worked  moment `json:"wk,omitzero"` // the newest whose word isn't known to mean waiting for the money

	// A state is what one answer said of it, whole. Which of them counts is the
	// view's decision.
	Success  part[State] `json:"s,omitzero"`
	End      part[State] `json:"e,omitzero"`
	Going    part[State] `json:"p,omitzero"`
	FirstEnd moment      `json:"fe,omitzero"`

	Amounts    part[Amounts]           `json:"am,omitzero"`
	Paid       part[Amounts]           `json:"pd,omitzero"` // those of the answer that says success
	FirstPrice part[money.Money]       `json:"fd,omitzero"` // the amount to pay that was told first
	VAT        part[money.Money]       `json:"v,omitzero"`
	CreatedAt  part[moment]            `json:"ca,omitzero"`
	External   part[string]            `json:"x,omitzero"` // externalReference
	Reference  part[string]            `json:"r,omitzero"`
	ReturnURL  part[string]            `json:"ru,omitzero"`
	Customer   part[apiclient.Account] `json:"ac,omitzero"` // accountCustomer
	Used       part[apiclient.Account] `json:"au,omitzero"` // accountCustomerUsedForPayment
	Contact    part[Contact]           `json:"co,omitzero"`
	Location   part[string]            `json:"lo,omitzero"` // one "name\ttext" a line
	Method     part[string]            `json:"c,omitzero"`

	Ways   []Way   `json:"w,omitempty"`  // newest first
	Prints []Print `json:"pt,omitempty"` // of what there was to pay by
	Prices []Price `json:"du,omitempty"` // newest first
	Sent   []Sent  `json:"z,omitempty"`  // newest first
}

// State is what an answer says of how the payment stands.
type State struct {
	Word      string `json:"s,omitzero"` // process.status
	Reason    string `json:"f,omitzero"` // failureReasonCode
	Processor string `json:"ps,omitzero"`
	Processed moment `json:"pr,omitzero"` // process.processedAt
}

// Amounts are the payment's amount and the requested one. Of an answer that says success
// also the fee that may be taken off, and the tax that may be added.
type Amounts struct {
	Money     money.Money `json:"m,omitzero"`
	Requested money.Money `json:"r,omitzero"`
	Fee       money.Money `json:"f,omitzero"`
	VAT       money.Money `json:"v,omitzero"`
}

// Contact is what an answer repeats of the customer.
type Contact struct {
	Phone string `json:"ph,omitzero"`
	Email string `json:"em,omitzero"`
	TaxID string `json:"tx,omitzero"`
}

// Read is what an answer to a read says. at is the moment before its call: the
// answer may be older than its arrival, but not than that.
func Read(p apiclient.Payin, at time.Time) Payment { return answered(p, momentOf(at), false) }

// Created is what the answer to a creation says that describes the payment.
func Created(p apiclient.Payin, at time.Time) Payment { return answered(p, momentOf(at), true) }

// Missed is what an answer says that there is no such payment.
func Missed(at time.Time) Payment { return Payment{Asked: momentOf(at), Missing: momentOf(at)} }

// Taken is what a creation's answer says without a description.
func Taken(at time.Time) Payment {
	return Payment{Accepted: true, Asked: momentOf(at), Made: momentOf(at)}
}

// Conflicted is what an answer says that the id was taken before (409).
func Conflicted(at time.Time) Payment { return Payment{Accepted: true, Asked: momentOf(at)} }

func answered(p apiclient.Payin, at moment, creation bool) Payment {
	k := Payment{
		Described: true, Accepted: true, Test: p.IsTest, Asked: at,
		VAT: partOf(p.VAT, at), CreatedAt: partOf(momentOf(p.CreatedAt), at), External: partOf(p.ExternalReference, at),
		Reference: partOf(p.Reference, at), ReturnURL: partOf(p.ReturnURL, at),
		Customer: partOf(p.AccountCustomer, at), Used: partOf(p.AccountCustomerUsed, at),
		Contact:  partOf(Contact{p.PhoneNumber, p.EmailAddress, p.TaxID}, at),
		Location: partOf(written(p.Location), at), Method: partOf(p.MethodCode, at),
	}
	state := part[State]{State{p.Status, p.FailureReason, p.ProcessorStatus, momentOf(p.ProcessedAt)}, at}
	amounts := partOf(Amounts{Money: p.Money, Requested: p.Requested}, at)
	way := wayOf(p, at, creation)
	k.Prints = way.prints() // an end's, too: what it names is no way that came after it
	switch status := StatusOf(p); {
	case status == Success:
		amounts.Is.Fee, amounts.Is.VAT = p.Fee, p.VAT
		k.Success, k.Paid = state, amounts
	case status.Ended():
		k.End, k.FirstEnd, k.Amounts = state, at, amounts
	default:
		k.Going, k.Amounts = state, amounts
		class := state.Is.class()
		if class != Waits {
			k.Worked = at
		}
		if class == Waits || class == Unsure { // of who has paid a part it may be the rest
			k.FirstPrice = partOf(cmp.Or(p.MoneyRequired, p.Money), at)
		}
	}
	if creation {
		k.Made = at
	}
	if !p.MoneyRequired.IsZero() {
		k.Prices = []Price{{p.MethodCode, p.MoneyRequired, at}}
	}
	if way.says() {
		k.Ways = []Way{way}
	}
	return k
}

// Merge keeps what either knows. Each part is a maximum, a minimum, an OR or a
// bounded union, so it is commutative, associative and idempotent: it doesn't
// matter who hears what first or twice.
func (p Payment) Merge(q Payment) Payment {
	return Payment{
		Described: p.Described || q.Described, Accepted: p.Accepted || q.Accepted, Test: p.Test || q.Test,
		Asked: max(p.Asked, q.Asked), Missing: max(p.Missing, q.Missing), Made: max(p.Made, q.Made), Worked: max(p.Worked, q.Worked),
		Success: p.Success.or(q.Success), End: p.End.or(q.End), Going: p.Going.or(q.Going), FirstEnd: p.FirstEnd.least(q.FirstEnd),
		Amounts: p.Amounts.or(q.Amounts), Paid: p.Paid.or(q.Paid), FirstPrice: p.FirstPrice.first(q.FirstPrice),
		Prints: prints(p.Prints, q.Prints), VAT: p.VAT.or(q.VAT), CreatedAt: p.CreatedAt.or(q.CreatedAt),
		External: p.External.or(q.External), Reference: p.Reference.or(q.Reference), ReturnURL: p.ReturnURL.or(q.ReturnURL),
		Customer: p.Customer.or(q.Customer), Used: p.Used.or(q.Used), Contact: p.Contact.or(q.Contact), Location: p.Location.or(q.Location),
		Method: p.Method.or(q.Method), Ways: bestWays(p.Ways, q.Ways), Prices: lastPrices(p.Prices, q.Prices), Sent: union(p.Sent, q.Sent),
	}
}

// Verifies reports whether it shows that the gateway has accepted the token: it has
// said something of the payment, or been sent something that it may have taken.
func (p Payment) Verifies() bool { return p.Accepted || p.Missing != 0 || len(p.Sent) > 0 }

// Exists reports whether the gateway has taken the payment's creation. A payment
// does once that is accepted (interface.md, States, Behaviour), so a later "not
// found" takes nothing back.
func (p Payment) Exists() bool { return p.Accepted }

// AskedAt is the moment before the newest call that was answered.
func (p Payment) AskedAt() time.Time { return p.Asked.time() }

// Denies reports whether this later answer denies a success that was told before.
// The payment stays paid, and a person should look into it.
func (p Payment) Denies(told Payment) bool {
	return told.Success.At != 0 && p.Success.At == 0 && max(p.End.At, p.Going.At) > told.Success.At
}

// Since is the payment without a "not created" from before then: meanwhile it
// may have been created elsewhere.
func (p Payment) Since(then time.Time) Payment {
	if p.Missing < momentOf(then) {
		if p.Missing = 0; !p.Accepted {
			p.Asked = 0 // nothing is left of it
		}
	}
	return p
}

// NotAfter is the payment as a process with that clock has it: another one's may
// be ahead, and what it dates in the future would count as fresh until then.
func (p Payment) NotAfter(now time.Time) Payment {
	latest := momentOf(now)
	p.Ways, p.Prices, p.Sent, p.Prints = slices.Clone(p.Ways), slices.Clone(p.Prices), slices.Clone(p.Sent), slices.Clone(p.Prints)
	for _, at := range p.moments() {
		*at = min(*at, latest)
	}
	for i := range p.Sent {
		p.Sent[i].At = min(momentOf(p.Sent[i].At), latest).time()
	}
	p.Ways, p.Prices = bestWays(p.Ways, nil), lastPrices(p.Prices, nil)
	return p
}

// moments are the dates of answers in it, by our clocks.
func (p *Payment) moments() []*moment {
	all := []*moment{
		&p.Asked, &p.Missing, &p.Made, &p.Worked, &p.Success.At, &p.End.At, &p.Going.At, &p.FirstEnd,
		&p.Amounts.At, &p.Paid.At, &p.FirstPrice.At, &p.VAT.At, &p.CreatedAt.At,
		&p.External.At, &p.Reference.At, &p.ReturnURL.At, &p.Customer.At, &p.Used.At, &p.Contact.At, &p.Location.At, &p.Method.At,
	}
	for i := range p.Prices {
		all = append(all, &p.Prices[i].At)
	}
	for i := range p.Prints {
		all = append(all, &p.Prints[i].First, &p.Prints[i].Last)
	}
	for i := range p.Ways {
		all = append(all, &p.Ways[i].Made, &p.Ways[i].Read)
	}
	return all
}

// written is a location's texts as one comparable text, sorted.
func written(location map[string]string) string {
	lines := make([]string, 0, len(location))
	for name, text := range location {
		lines = append(lines, strings.ReplaceAll(name, "\t", " ")+"\t"+strings.ReplaceAll(text, "\n", " "))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func read(location string) map[string]string {
	if location == "" {
		return nil
	}
	texts := map[string]string{}
	for line := range strings.Lines(location) {
		name, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		texts[name] = text
	}
	return texts
}
