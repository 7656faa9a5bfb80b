package known

// Condensed is the payment for a browser, which has little room: the ways as one, as
// pages see them, and nothing to pay by once it has ended. Its view is the same.
func (p Payment) Condensed() Payment {
	v := p.View()
	ways := p.waysNow(v.Second)
	w := composed(ways, v.Payin.Money)
	w.Made, w.Read = 0, 0
	for _, o := range ways { // as new as the newest answer that named it
		if !w.leads() || o.leads() && w.belongs(o) {
			w.Read = max(w.Read, o.at())
		}
	}
	if v.Status().Ended() || v.Again {
		w = Way{Method: w.Method, Operator: w.Operator, ExpireAt: w.ExpireAt, Read: w.Read}
	}
	p.Ways = nil
	if w.says() {
		p.Ways = append(p.Ways, w)
	}
	return p
}
