package scenarios

import (
	"slices"

	"payapp/apiclient"
	"payapp/methods"
)

// Offer is a method that the merchant offers and the catalogue knows, with
// the operators to choose from in the gateway's order; externalProviders come
// after them.
type Offer struct {
	Method    methods.Method
	Operators []apiclient.Operator
}

// NeedsOperator reports whether the method can't go on without one.
func (o Offer) NeedsOperator() bool {
	switch o.Method.Operator {
	case methods.OperatorRequired:
		return true
	case methods.OperatorWhereListed:
		return len(o.Operators) > 0
	}
	return false
}

// asks reports whether the customer decides about the operator: one is needed,
// or going on without has to be said.
func (o Offer) asks() bool { return o.NeedsOperator() || o.Method.AsksOperator() }

// Has reports whether the operator is one of the offer's.
func (o Offer) Has(code string) bool {
	return slices.ContainsFunc(o.Operators, func(op apiclient.Operator) bool { return op.Code == code })
}

// Operator finds an operator of the offer, its name included.
func (o Offer) Operator(code string) apiclient.Operator {
	for _, op := range o.Operators {
		if op.Code == code {
			return op
		}
	}
	return apiclient.Operator{Code: code}
}

// available is what the gateway lists and the catalogue knows, in the
// gateway's order. A code that is listed twice is one offer.
func (f Facts) available() []Offer {
	var offers []Offer
	for _, option := range f.Options.Methods {
		m, ok := f.Catalogue.Find(option.MethodCode, f.Instruction.Money.Currency())
		if !ok {
			continue // unknown methods are left out
		}
		at := slices.IndexFunc(offers, func(o Offer) bool { return o.Method.Code == m.Code })
		if at < 0 {
			offers = append(offers, Offer{Method: m})
			at = len(offers) - 1
		}
		offers[at].add(option.Operators)
	}
	for i := range offers {
		offers[i].add(f.Options.ExternalProviders)
		f.dropUnfit(&offers[i])
	}
	return slices.DeleteFunc(offers, func(o Offer) bool {
		// A method that can't be paid without an operator, and none to choose.
		return o.Method.Operator == methods.OperatorRequired && len(o.Operators) == 0
	})
}

// dropUnfit leaves out the operators that don't go with locked data: FPX's
// banks for companies where the shop says that a person pays.
func (f Facts) dropUnfit(o *Offer) {
	if f.Instruction.DataMode() != DataLocked {
		return
	}
	o.Operators = slices.DeleteFunc(o.Operators, func(op apiclient.Operator) bool {
		return slices.ContainsFunc(o.Method.Fields, func(field methods.Field) bool {
			given, only := f.Instruction.Data[field.Name], field.ByOperator[op.Code]
			return given != "" && only != "" && given != only
		})
	})
}

func (o *Offer) add(operators []apiclient.Operator) {
	if o.Method.Operator == methods.OperatorNone {
		return
	}
	for _, op := range operators {
		if op.Code != "" && !o.Has(op.Code) {
			o.Operators = append(o.Operators, op)
		}
	}
}

// Offers applies the shop's option to what is available: the first of the two
// axes. The problem is "" or a problem code.
func (f Facts) Offers() (offers []Offer, problem string) {
	all := f.available()
	if len(all) == 0 {
		return nil, ProblemNoOptions
	}
	given := slices.DeleteFunc(slices.Clone(all), func(o Offer) bool { return !f.matches(o) })
	switch {
	case len(given) == 0:
		return nil, ProblemUnavailable
	case !f.Instruction.OptionFixed():
		return all, ""
	}
	if operator := f.Instruction.OperatorCode; operator != "" {
		for i, o := range given {
			given[i].Operators = []apiclient.Operator{o.Operator(operator)}
		}
	}
	return given, ""
}

// matches reports whether the offer is what the shop named, if it named any.
func (f Facts) matches(o Offer) bool {
	i := f.Instruction
	return (i.MethodCode == "" || o.Method.Code == i.MethodCode) &&
		(i.OperatorCode == "" || o.Has(i.OperatorCode))
}

// selection is how far the choice among the offers has come.
type selection struct {
	offers []Offer
	// offer is the method that is settled; nil = the customer has to choose one.
	offer *Offer
	// decided: the operator is settled too, so nothing is left to choose.
	// operator is its code then; "" = the payment goes without one.
	decided  bool
	operator string
	// open: another method could be chosen instead.
	open bool
}

// selection derives the choice from what the customer chose (Work) and what the
// shop gave (Instruction). The method is the customer's, or the only one that
// there is. Once it is settled, the first line that fits settles its operator:
//
//	the customer went on without, and may       none
//	the customer chose one of the method's      that one
//	the shop fixed one                          that one
//	one is asked for, and there is one only     that one
//	the method has none                         none
//	the shop fixed the method, and it needn't   none (scenario 4 has no selection step)
//	otherwise                                   the customer has to choose
//
// Work.OperatorDecided tells the first line from an operator that was never
// asked for; it counts for the method that it was said of only.
func (f Facts) selection(offers []Offer) selection {
	s := selection{offers: offers, open: len(offers) > 1}
	find := func(code string) *Offer {
		at := slices.IndexFunc(offers, func(o Offer) bool { return o.Method.Code == code })
		if at < 0 {
			return nil
		}
		return &offers[at]
	}
	if s.offer = find(f.Work.Method); s.offer == nil && len(offers) == 1 {
		s.offer = &offers[0] // a single method is not a choice
	}
	if s.offer == nil {
		return s
	}
	chosen := f.Work.Method == s.offer.Method.Code
	switch {
	case chosen && f.Work.OperatorDecided && f.Work.Operator == "" && !s.offer.NeedsOperator():
		s.decided = true
	case chosen && f.Work.Operator != "" && s.offer.Has(f.Work.Operator):
		s.operator, s.decided = f.Work.Operator, true
	case f.Instruction.OptionFixed() && f.Instruction.OperatorCode != "":
		s.operator, s.decided = f.Instruction.OperatorCode, true
	case s.offer.asks() && len(s.offer.Operators) == 1:
		s.operator, s.decided = s.offer.Operators[0].Code, true
	case len(s.offer.Operators) == 0:
		s.decided = true
	case f.Instruction.OptionFixed() && !s.offer.asks():
		s.decided = true
	}
	return s
}

// InUse is the method and the operator of the payment or, before there is one,
// those that were chosen or given; "" for what is still open.
func (f Facts) InUse() (method, operator string) {
	if p := f.withOperator().Reading.Payin; p.MethodCode != "" {
		return p.MethodCode, p.Operator.Code
	}
	if f.Options == nil {
		return "", ""
	}
	offers, problem := f.Offers()
	if problem != "" {
		return "", ""
	}
	s := f.selection(offers)
	if s.offer == nil {
		return "", ""
	}
	return s.offer.Method.Code, s.operator
}
