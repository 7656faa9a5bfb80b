package scenarios

import (
	"slices"

	"payapp/apiclient"
	"payapp/methods"
	"payapp/scenarios/entry"
)

// Offer is a method that the merchant offers and the catalogue knows, with its
// operators in the gateway's order. externalProviders follow if the customer is
// redirected to the operator. The interface gives only their code and name; a
// network, a store chain or the bank of an account isn't an operator to be
// redirected to.
type Offer struct {
	Method    methods.Method
	Operators []apiclient.Operator
	// Unlisted: the method has operators, but the gateway lists none. The shop
	// may name one all the same.
	Unlisted bool
}

// NeedsOperator reports whether the method can't continue without one. If the
// gateway lists none there is nothing to choose, and it decides.
func (o Offer) NeedsOperator() bool {
	switch o.Method.Operator {
	case methods.OperatorRequired, methods.OperatorWhereListed:
		return len(o.Operators) > 0
	}
	return false
}

// asks reports whether the customer decides about the operator: one is needed,
// or continuing without one must be confirmed.
func (o Offer) asks() bool { return o.NeedsOperator() || o.Method.AsksOperator() }

// Has reports whether the operator is one of the offer's.
func (o Offer) Has(code string) bool {
	return slices.ContainsFunc(o.Operators, func(op apiclient.Operator) bool { return op.Code == code })
}

// Operator finds an operator of the offer, with its name.
func (o Offer) Operator(code string) apiclient.Operator {
	for _, op := range o.Operators {
		if op.Code == code {
			return op
		}
	}
	return apiclient.Operator{Code: code}
}

// available is what the gateway lists and the catalogue knows, in the gateway's
// order. A code that is listed twice is one offer.
func (f Facts) available() []Offer {
	var offers []Offer
	listed := map[string]map[string]bool{} // operators by method; lists may be long
	for _, option := range f.Options.Methods {
		m, ok := f.Catalogue.Find(option.MethodCode, f.Order.Money.Currency())
		if !ok {
			continue // unknown methods are left out
		}
		at := slices.IndexFunc(offers, func(o Offer) bool { return o.Method.Code == m.Code })
		if at < 0 {
			offers = append(offers, Offer{Method: m})
			listed[m.Code] = map[string]bool{}
			at = len(offers) - 1
		}
		offers[at].add(option.Operators, listed[m.Code], f.Order.OperatorCode)
	}
	for i := range offers {
		if offers[i].Method.Presentation == methods.Redirect {
			offers[i].add(f.Options.ExternalProviders, listed[offers[i].Method.Code], f.Order.OperatorCode)
		}
		offers[i].Unlisted = offers[i].Method.Operator != methods.OperatorNone && len(offers[i].Operators) == 0
		f.dropUnfit(&offers[i])
	}
	return slices.DeleteFunc(offers, func(o Offer) bool {
		// It can't be paid without an operator, and none fits.
		return o.Method.Operator == methods.OperatorRequired && len(o.Operators) == 0 && !o.Unlisted
	})
}

// dropUnfit removes operators that contradict locked data: FPX's banks for
// companies if the shop says that a person pays. The classification is our
// assumption, so a bank that the shop itself names stays.
func (f Facts) dropUnfit(o *Offer) {
	if !f.Order.DataLocked() {
		return
	}
	o.Operators = slices.DeleteFunc(o.Operators, func(op apiclient.Operator) bool {
		return op.Code != f.Order.OperatorCode && slices.ContainsFunc(o.Method.Fields, func(field methods.Field) bool {
			given, _ := f.given(o.Method, field)
			return given != "" && !field.Fits(op.Code, given)
		})
	})
}

// add adds operators that aren't listed yet. Customers aren't asked for one of a
// method that has none by its row; the shop may name one that the gateway lists.
func (o *Offer) add(operators []apiclient.Operator, listed map[string]bool, shops string) {
	for _, op := range operators {
		if o.Method.Operator == methods.OperatorNone && op.Code != shops {
			continue
		}
		if op.Code != "" && !listed[op.Code] {
			listed[op.Code] = true
			o.Operators = append(o.Operators, op)
		}
	}
}

// catalogued reports whether the catalogue has the method in the order's currency.
func (f Facts) catalogued(option apiclient.Option) bool {
	_, ok := f.Catalogue.Find(option.MethodCode, f.Order.Money.Currency())
	return ok
}

// OptionsOf is what the shop itself named, for a token that isn't granted the list:
// the gateway decides about it at the creation. It is nil if the customer would
// have to choose.
func OptionsOf(order entry.Order) *apiclient.Options {
	if !order.OptionLocked() || order.MethodCode == "" {
		return nil
	}
	option := apiclient.Option{MethodCode: order.MethodCode}
	if order.OperatorCode != "" {
		option.Operators = []apiclient.Operator{{Code: order.OperatorCode}}
	}
	return &apiclient.Options{Methods: []apiclient.Option{option}}
}

// Offers applies the shop's option to what is available: the first of the two
// axes. problem is "" or a problem code.
func (f Facts) Offers() (offers []Offer, problem string) {
	all := f.available()
	if len(all) == 0 && len(f.Options.Methods) > 0 && !slices.ContainsFunc(f.Options.Methods, f.catalogued) {
		return nil, ProblemUnsupported
	}
	if len(all) == 0 {
		return nil, ProblemNoOptions
	}
	if !f.Order.OptionLocked() {
		if able := slices.DeleteFunc(slices.Clone(all), f.lacksNumber); len(able) > 0 {
			all = able
		}
		return all, "" // a proposal that isn't among them is reported as missing
	}
	given := slices.DeleteFunc(slices.Clone(all), func(o Offer) bool { return !f.matches(o) })
	if len(given) == 0 {
		return nil, ProblemUnavailable
	}
	if operator := f.Order.OperatorCode; operator != "" {
		for i, o := range given {
			given[i].Operators = []apiclient.Operator{o.Operator(operator)}
		}
	}
	return given, ""
}

// lacksNumber reports whether the method needs a number that couldn't be given.
func (f Facts) lacksNumber(o Offer) bool {
	return f.Numberless && o.Method.Reference == methods.ReferenceRequired && o.Method.Code != f.Order.MethodCode
}

// matches reports whether the offer is what the shop named, if it named any.
func (f Facts) matches(o Offer) bool {
	order := f.Order
	return (order.MethodCode == "" || o.Method.Code == order.MethodCode) &&
		(order.OperatorCode == "" || o.Has(order.OperatorCode) || order.MethodCode != "" && o.Unlisted)
}

// proposalGone reports whether the shop proposed something that isn't offered.
func (f Facts) proposalGone(offers []Offer) bool {
	return f.Order.OptionGiven() && !f.Order.OptionLocked() && !slices.ContainsFunc(offers, f.matches)
}

// selection is how far the choice among the offers has come.
type selection struct {
	offers []Offer
	// offer is the settled method; nil = the customer has to choose one.
	offer *Offer
	// decided: the operator is settled too, so nothing is left to choose.
	// operator is its code; "" = the payment has none.
	decided  bool
	operator string
	// open: another method could be chosen instead.
	open bool
}

// selection derives the choice from what the customer chose (Progress) and what
// the shop gave (Order). The method is the customer's, or the only one. Once it is
// settled, the first line that fits settles its operator:
//
//	the shop locked one                         that one
//	the customer continued without, and may     none
//	the customer chose one of the method's      that one
//	one is asked for, and there is one only     that one
//	the method has none                         none
//	the shop locked the method, and it needn't  none (scenario 4 has no selection step)
//	otherwise                                   the customer has to choose
//
// Progress.OperatorDecided distinguishes the second line from an operator that was
// never asked for. It applies only to the method for which it was set.
func (f Facts) selection(offers []Offer) selection {
	s := selection{offers: offers, open: len(offers) > 1}
	find := func(code string) *Offer {
		at := slices.IndexFunc(offers, func(o Offer) bool { return o.Method.Code == code })
		if at < 0 {
			return nil
		}
		return &offers[at]
	}
	if s.offer = find(f.Progress.Method); s.offer == nil && len(offers) == 1 {
		s.offer = &offers[0] // a single method is not a choice
	}
	if s.offer == nil {
		return s
	}
	chosen := f.Progress.Method == s.offer.Method.Code
	switch {
	case f.Order.OptionLocked() && f.Order.OperatorCode != "":
		s.operator, s.decided = f.Order.OperatorCode, true
	case chosen && f.Progress.OperatorDecided && f.Progress.Operator == "" && !s.offer.NeedsOperator():
		s.decided = true
	case chosen && f.Progress.Operator != "" && s.offer.Has(f.Progress.Operator):
		s.operator, s.decided = f.Progress.Operator, true
	case s.offer.asks() && len(s.offer.Operators) == 1:
		s.operator, s.decided = s.offer.Operators[0].Code, true
	case len(s.offer.Operators) == 0:
		s.decided = true
	case f.Order.OptionLocked() && !s.offer.asks():
		s.decided = true
	}
	return s
}

// InUse is the method and the operator of the payment or, before it exists,
// those that were chosen or given; "" if still open.
func (f Facts) InUse() InUse {
	if p := f.Known.Payin; p.MethodCode != "" {
		return InUse{p.MethodCode, p.Operator.Code}
	}
	if f.Options == nil {
		return InUse{}
	}
	offers, problem := f.Offers()
	if problem != "" {
		return InUse{}
	}
	s := f.selection(offers)
	if s.offer == nil {
		return InUse{}
	}
	return InUse{s.offer.Method.Code, s.operator}
}
