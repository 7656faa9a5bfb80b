package upstream_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream"
	"payapp/money"
)

// payment is one customer who waits for the news that it is paid.
type payment struct {
	merchant int
	place    int // in the merchant's list of unpaid payments
	id       string
	caller   upstream.Caller
	acted    time.Time
	paid     time.Time
	counts   bool // paid within the measured time
	stop     func()
}

var (
	tenBaht  = money.MustParse("10", "THB")
	toCreate = apiclient.PayinRequest{Money: tenBaht, Method: map[string]any{"paymentMethodCode": "PROMPTPAY"}}
)

// person is a caller of the merchant with a token and an address of its own.
func (r *run) person(merchant int, kind string) upstream.Caller {
	n := r.people.Add(1)
	return upstream.Caller{
		Token:    apiclient.NewToken(fmt.Sprintf("m%d-%s-%d", merchant, kind, n)),
		Merchant: fmt.Sprintf("m%d", merchant),
		Address:  fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255),
	}
}

// oldCustomer has waited for a while when the simulation begins.
func (r *run) oldCustomer(merchant int, age time.Duration) *payment {
	p := &payment{merchant: merchant, caller: r.person(merchant, "known"), acted: time.Now().Add(-age)}
	p.caller.Verified = true
	p.id = p.caller.Token.Reveal()
	r.fake.create(p.id)
	return p
}

// watch keeps a stream open for the payment until its customer has seen that it
// is paid.
func (r *run) watch(p *payment) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.change(1)
	p.place = len(r.unpaid[p.merchant])
	r.unpaid[p.merchant] = append(r.unpaid[p.merchant], p)
	r.open(p)
}

// open opens the stream; r.mu is held.
func (r *run) open(p *payment) {
	client := r.gateway(p.caller)
	p.stop = client.Watch(p.caller, p.id, "ref "+p.id, p.acted, func() {
		if last, _ := client.Last(p.caller, p.id); last.View().Status() == known.Success {
			r.shown(p)
		}
	})
}

// shown is called when the customer's page says "paid".
func (r *run) shown(p *payment) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.stop == nil {
		return // called twice
	}
	stop := p.stop
	p.stop = nil
	r.change(-1)
	if p.counts {
		r.awaited--
		r.sight(p)
	}
	r.fake.forget(p.id)
	go stop()
}

// payOne makes one of the merchant's customers pay, once the crowd has its full
// size.
func (r *run) payOne(merchant int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	waiting := r.unpaid[merchant]
	if len(waiting) < r.watchers/r.shops {
		return
	}
	p, last := waiting[r.random.IntN(len(waiting))], waiting[len(waiting)-1]
	waiting[p.place], last.place = last, p.place
	r.unpaid[merchant] = waiting[:len(waiting)-1]
	p.paid = time.Now()
	if p.counts = r.measure; p.counts {
		r.awaited++
	}
	r.fake.pay(p.id)
}

// newCustomer opens a link, looks, presses Pay and waits, as the pages do: a
// page in line asks again after two seconds.
func (r *run) newCustomer(merchant int) {
	ctx := context.Background()
	caller := r.person(merchant, "new")
	id := caller.Token.Reveal()
	if r.carrier > 0 {
		caller.Address = r.shared(r.number(r.carrier))
	}
	measured := r.measuring() && (merchant > 0 || r.rotating == 0)
	began := time.Now()
	for {
		err := r.openPage(ctx, &caller, id)
		if err == nil {
			break
		}
		if !r.waits(err, measured) {
			return
		}
	}
	r.arrived(measured, began, &r.m.pages)
	time.Sleep(5*time.Second + time.Duration(r.number(15_000))*time.Millisecond)
	r.pressPay(merchant, caller, id, measured)
}

// pressPay creates a payment and waits for the news of it.
func (r *run) pressPay(merchant int, caller upstream.Caller, id string, measured bool) {
	ctx, began := context.Background(), time.Now()
	_, err := r.gateway(caller).Create(ctx, caller, id, toCreate, known.Sent{})
	for err != nil {
		if !r.waits(err, measured) {
			return
		}
		if errors.Is(err, upstream.ErrInLine) {
			_, err = r.gateway(caller).Created(ctx, caller, id, time.Time{})
		} else {
			_, err = r.gateway(caller).Create(ctx, caller, id, toCreate, known.Sent{}) // pressed again
		}
	}
	r.arrived(measured, began, &r.m.creations)
	r.watch(&payment{merchant: merchant, id: id, caller: caller, acted: time.Now()})
}

// arrived books how long a page took, unless its customer came during an outage
// and so came back at some arbitrary time.
func (r *run) arrived(measured bool, began time.Time, at *[]time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if measured && (r.outage == 0 || began.Before(r.backAt.Add(-r.outage)) || began.After(r.backAt.Add(breakerOver))) {
		*at = append(*at, time.Since(began))
	}
}

// openPage asks for what the first page shows.
func (r *run) openPage(ctx context.Context, caller *upstream.Caller, id string) error {
	if _, err := r.gateway(*caller).Payin(ctx, *caller, id, known.Payment{}, within(upstream.Fresh)); err != nil {
		return err
	}
	caller.Verified = true
	name := make(chan struct{})
	go func() {
		_, _ = r.gateway(*caller).MerchantName(ctx, *caller) // the page works without it
		close(name)
	}()
	_, err := r.gateway(*caller).Options(ctx, *caller, tenBaht, within(time.Minute))
	<-name
	return err
}

// waits waits as a page in line does, and during an outage as a page does that
// says so. After any other error the customer was turned away.
func (r *run) waits(err error, measured bool) bool {
	switch {
	case errors.Is(err, upstream.ErrInLine):
		r.note(measured, func(m *measures) { m.inLine++ })
		time.Sleep(2 * time.Second)
	case r.down():
		r.note(measured, func(m *measures) { m.troubled++ })
		time.Sleep(5 * time.Second)
	default:
		r.note(measured, func(m *measures) { m.turnedAway++ })
		return false
	}
	return true
}

// look opens a status link, after a while. Who only looks isn't turned away, either.
func (r *run) look(merchant int, after time.Duration) {
	time.Sleep(after)
	caller := r.person(merchant, "looks")
	id := caller.Token.Reveal()
	r.fake.create(id)
	for {
		_, err := r.gateway(caller).Payin(context.Background(), glancing(caller), id, known.Payment{}, within(upstream.Fresh))
		if err == nil || !r.waits(err, true) {
			return
		}
	}
}

// stranger opens links with forged tokens of the merchant, from one address or,
// without one, each from another.
func (r *run) stranger(merchant int, address string, perSecond float64) {
	every := time.Duration(float64(time.Second) / perSecond)
	time.Sleep(time.Duration(r.number(int(every))))
	for !r.over() {
		caller := r.person(merchant, "junk")
		if address != "" {
			caller.Address = address
		}
		r.all.Go(func() {
			_, _ = r.gateway(caller).Payin(context.Background(), caller, caller.Token.Reveal(), known.Payment{}, within(upstream.Fresh))
		})
		time.Sleep(every)
	}
}

// within is the question of somebody for whom an answer of that age will do.
func within(age time.Duration) upstream.Ask {
	return upstream.Ask{NotBefore: time.Now().Add(-age)}
}

func glancing(c upstream.Caller) upstream.Caller {
	c.Glances = true
	return c
}
