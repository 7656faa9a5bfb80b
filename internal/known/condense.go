package known

// Condensed is the payment for a browser, which has little room: the ways as one, as
// pages see them, and nothing to pay by once it has ended. Its view is the same.
func (p Payment) Condensed() Payment {
	v := p.View()
	ways := p.waysNow()
	w, shown := composed(ways, v.Payin.Money)
	w.Made, w.Read = 0, shown
	if len(ways) > 0 && !w.leads() {
		w.Read = ways[0].at()
	}
	if v.Status().Ended() || v.CheckedAgain {
		w = Way{Method: w.Method, Operator: w.Operator, ExpireAt: w.ExpireAt, Read: w.Read}
	}
	p.Ways = nil
	if w.says() {
		p.Ways = append(p.Ways, w)
	}
	return p
}
