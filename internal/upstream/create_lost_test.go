package upstream

import (
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
)

// Fault 27: whatever becomes of a creation's answer, what is known afterwards is
// neither more nor less than what the answers say: whether the payment exists, and
// whether ours may be the creation that was taken.
func TestFault27_WhatIsKnownAfterALostAnswer(t *testing.T) {
	type answers []int
	const odd = 1200 // a 200 that can't be trusted
	sent := []known.Sent{{Method: "PROMPTPAY", Operator: apiclient.Operator{Code: "TRON", Name: "Tron"}, Account: "0801"}}
	taken := []known.Sent{sent[0]}
	taken[0].Taken = true
	for name, c := range map[string]struct {
		answers answers // the last one repeats itself
		slow    bool    // no answer ever comes
		err     error
		state   known.Existence
		sent    []known.Sent
		// asks: the next page reads the payment, however soon it comes.
		asks bool
	}{
		"it comes":                     {answers{200}, false, nil, known.Described, taken, false},
		"lost, then it comes":          {answers{reset, 200}, false, nil, known.Described, taken, false},
		"three times 5xx":              {answers{503, 502, 500}, false, apiclient.ErrUnavailable, known.Nothing, sent, true},
		"resets":                       {answers{reset}, false, apiclient.ErrUnavailable, known.Nothing, sent, true},
		"too slow":                     {answers{200}, true, apiclient.ErrUnavailable, known.Nothing, sent, true},
		"not to be trusted":            {answers{odd}, false, apiclient.ErrMalformed, known.Nothing, sent, true},
		"lost, then not to be trusted": {answers{reset, odd}, false, apiclient.ErrMalformed, known.Nothing, sent, true},
		"without a body":               {answers{204}, false, apiclient.ErrNoBody, known.Accepted, taken, true},
		"409 at once":                  {answers{409}, false, apiclient.ErrConflict, known.Accepted, nil, true},
		"409 after a 429":              {answers{429, 409}, false, apiclient.ErrConflict, known.Accepted, nil, true},
		"409 after a lost request":     {answers{reset, 409}, false, apiclient.ErrConflict, known.Accepted, sent, true},
		"409 after a 5xx and a 429":    {answers{503, 429, 409}, false, apiclient.ErrConflict, known.Accepted, sent, true},
		"lost, then the token is over": {answers{reset, 401}, false, apiclient.ErrUnauthorized, known.Nothing, sent, true},
		"lost, then it isn't granted":  {answers{reset, 403}, false, apiclient.ErrForbidden, known.Nothing, sent, true},
		"lost, then too many":          {answers{reset, 429}, false, apiclient.ErrUnavailable, known.Nothing, sent, true},
		"too many":                     {answers{429}, false, apiclient.ErrRateLimited, known.Nothing, nil, true},
		"refused":                      {answers{406}, false, apiclient.ErrRefused, known.Nothing, nil, true},
		"lost, then refused":           {answers{reset, 406}, false, apiclient.ErrRefused, known.Nothing, sent, true},
		"lost, then it can't be":       {answers{reset, 400}, false, apiclient.ErrInvalid, known.Nothing, sent, true},
		"a request that can't be":      {answers{400}, false, apiclient.ErrInvalid, known.Nothing, nil, true},
		"the token is over":            {answers{401}, false, apiclient.ErrUnauthorized, known.Nothing, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, gateway, _ := setup(t, Config{})
				var last time.Time // when the last request came
				gateway.answer = func(r *http.Request) (int, string) {
					if r.Method != "POST" {
						return 0, ""
					}
					last = time.Now()
					status := c.answers[min(gateway.calls["POST /payins/order-1"], len(c.answers))-1]
					switch status {
					case 200:
						return 200, payinBody("order-1", "")
					case odd:
						return 200, "<html>"
					}
					return status, ""
				}
				if c.slow {
					gateway.takes = time.Hour
				}
				mine := sent[0]
				mine.At = time.Unix(0, 0) // when Pay was pressed doesn't date it
				told, err := client.Create(t.Context(), customer(1), "order-1", payinRequest, mine)
				for errors.Is(err, ErrInLine) {
					if told.View().Existence != known.Nothing || len(told.Sent) > 0 { // it may never be sent
						t.Fatalf("while it is under way: %+v", told)
					}
					time.Sleep(time.Second)
					var now known.Payment
					if now, err = client.Created(t.Context(), customer(1), "order-1", mine.At); !errors.Is(err, ErrInLine) {
						told = now
					}
				}
				if !errors.Is(err, c.err) || told.View().Existence != c.state || !sameSent(told.Sent, c.sent) {
					t.Errorf("got %+v, %v; want state %v, sent %+v, %v", told, err, c.state, c.sent, c.err)
				}
				dated := told.View().Existence == known.Nothing || told.AskedAt().Equal(last.Truncate(time.Millisecond))
				if len(told.Sent) > 0 && !told.Sent[0].At.Equal(last.Truncate(time.Millisecond)) || !dated {
					t.Errorf("sent at %+v, said at %v; want %v, the last request", told.Sent, told.AskedAt(), last)
				}
				if after, _ := client.Last(customer(1), "order-1"); !after.View().Same(told.View()) {
					t.Errorf("the next page knows %+v, and not %+v", after, told)
				}
				gateway.slow(0)
				gateway.set("order-1", "PENDING")
				before := gateway.count("GET /payins/order-1")
				after, err := client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{Idle: true})
				for errors.Is(err, ErrInLine) { // the pause after a 429 is of any length
					time.Sleep(time.Second)
					after, err = client.Payin(t.Context(), customer(1), "order-1", nothing, Ask{Idle: true})
				}
				if asked := gateway.count("GET /payins/order-1") > before; err != nil || asked != c.asks || after.View().Existence != known.Described || !sameSent(after.Sent, c.sent) {
					t.Errorf("the next page: %+v, %v, asked %v; want %v", after, err, asked, c.asks)
				}
			})
		})
	}
}

// sameSent compares what was sent, whenever it was.
func sameSent(got, want []known.Sent) bool {
	return known.Payment{Sent: undated(got)}.View().Same(known.Payment{Sent: undated(want)}.View())
}

func undated(sent []known.Sent) (all []known.Sent) {
	for _, s := range sent {
		s.At = time.Time{}
		all = append(all, s)
	}
	return all
}

// What the gateway says of the payment while its creation is under way doesn't
// outlast it: "not created" from before the last request says nothing.
func TestFault27_NotCreatedFromBetweenTwoTries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, gateway, _ := setup(t, Config{})
		gateway.answer = func(r *http.Request) (int, string) {
			if r.Method == "POST" {
				return reset, ""
			}
			return 404, ""
		}
		gateway.takes = 100 * time.Millisecond
		ended := make(chan known.Payment, 1)
		go func() {
			told, _ := here.Create(t.Context(), customer(1), "order-1", payinRequest, payinSent)
			ended <- told
		}()
		time.Sleep(150 * time.Millisecond) // one try is lost
		between, err := here.Payin(t.Context(), customer(1), "order-1", nothing, now())
		if err != nil || between.View().Existence != known.NotCreated {
			t.Fatalf("between two tries: %+v, %v", between, err)
		}
		if told := <-ended; told.View().Existence != known.Nothing {
			t.Errorf("afterwards: %+v; want that nobody knows", told)
		}
	})
}
