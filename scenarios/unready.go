package scenarios

import "cmp"

// Unready reports whether a form can't be checked yet, because it isn't known
// what may be chosen or must be asked: the gateway can't tell just now, refuses
// the token, maybe only for a moment, or others come first.
func (f Facts) Unready() bool {
	return f.Options == nil && !f.Known.Exists() && !f.creating()
}

// Keep takes a form that can't be checked yet: nothing chosen or typed is lost,
// and Next decides when it can.
func (f Facts) Keep(form map[string]string) Progress {
	return f.Progress.with(func(p *Progress) {
		currency := f.Order.Money.Currency()
		if _, ok := f.Catalogue.Find(form["paymentMethodCode"], currency); ok {
			p.Method, p.Operator, p.OperatorDecided = form["paymentMethodCode"], "", false
		}
		if operator := form["paymentOperatorCode"]; operator != "" {
			p.Operator, p.OperatorDecided = bounded(operator), true
		}
		f.keepFields(p, cmp.Or(p.Method, f.Order.MethodCode), form)
	})
}

// keepFields keeps the contents of a form of the method.
func (f Facts) keepFields(p *Progress, method string, form map[string]string) {
	m, ok := f.Catalogue.Find(method, f.Order.Money.Currency())
	if !ok {
		return
	}
	for _, field := range m.Fields {
		if value, given := form[field.Name]; given && !f.locked(m, field) {
			p.Typed[field.Meaning()] = bounded(value)
		}
	}
}

// KeepUnsent keeps a payment form: the customer is told that nothing was sent.
func (f Facts) KeepUnsent(form map[string]string, mark Mark) Progress {
	return f.Progress.with(func(p *Progress) {
		p.Notice = NotSent
		f.keepFields(p, f.methodOf(mark), form)
	})
}
