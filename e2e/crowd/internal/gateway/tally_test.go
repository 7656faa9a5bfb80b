package gateway

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestMostInSecond(t *testing.T) {
	ms := func(stamps ...int) []time.Time {
		var all []time.Time
		for _, s := range stamps {
			all = append(all, time.UnixMilli(int64(s)))
		}
		return all
	}
	for _, c := range []struct {
		what   string
		stamps []time.Time
		want   int
	}{
		{"nothing", nil, 0},
		{"one", ms(5), 1},
		{"a second apart is two seconds", ms(0, 1000), 1},
		{"just below", ms(0, 999), 2},
		{"in no order", ms(2000, 0, 2500, 100, 2999, 200, 3000), 3},
		{"across a full second, which calendar seconds would hide", ms(600, 700, 800, 900, 1000, 1100, 1200, 1599), 8},
		{"all at once", ms(7, 7, 7, 7), 4},
	} {
		if got := mostInSecond(c.stamps); got != c.want {
			t.Errorf("%s: got %d, want %d", c.what, got, c.want)
		}
	}
}

func TestReadAfter(t *testing.T) {
	tally := newTally()
	for _, c := range []call{
		{time.Unix(1, 0), "", readOperation, "a", 200}, {time.Unix(2, 0), "", createOperation, "a", 200},
		{time.Unix(3, 0), "", readOperation, "b", 200}, {time.Unix(4, 0), "", readOperation, "a", 200},
		{time.Unix(5, 0), "", readOperation, "a", 200},
	} {
		tally.arrived(&c)
	}
	if at := tally.ReadAfter("a", time.Unix(1, 0)); !at.Equal(time.Unix(4, 0)) {
		t.Errorf("a was read at %v, want 4", at)
	}
	if at := tally.ReadAfter("b", time.Unix(3, 0)); !at.IsZero() {
		t.Errorf("b was read again at %v", at)
	}
}

func TestOperationOf(t *testing.T) {
	for _, c := range []struct{ method, path, operation, payment string }{
		{"POST", "/payins/!availablePaymentOptions", "options", ""},
		{"POST", "/payins/order-1~lost", "create", "order-1~lost"},
		{"GET", "/payins/order-1", "read", "order-1"},
		{"POST", "/payins/order-1/externalReference", "reference", "order-1"},
		{"GET", "/merchant-info", "merchant-info", ""},
	} {
		if operation, payment := operationOf(c.method, c.path); operation != c.operation || payment != c.payment {
			t.Errorf("%s %s: got %q of %q", c.method, c.path, operation, payment)
		}
	}
}

// The proxy's counts, and what it allows and refuses.
func TestGatewayProxy(t *testing.T) {
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusCreated)
	}))
	defer gateway.Close()
	p, err := Start(gateway.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	create := func(id string) int {
		request, _ := http.NewRequest(http.MethodPost, p.URL+"/payins/"+id, nil)
		request.Header.Set("Authorization", "Bearer x."+base64.RawURLEncoding.EncodeToString([]byte(`{"merchantCode":"shop"}`))+".x")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	create("before")
	p.Enforce(2)
	if p.Count() != 0 {
		t.Error("calls from before the measurement count")
	}
	for i, want := range []int{201, 201} {
		if got := create("twice"); got != want {
			t.Errorf("call %d: got %d, want %d", i, got, want)
		}
	}
	if got := p.CreatedTwice(); got != 1 {
		t.Errorf("created twice: got %d, want 1", got)
	}
	if got := p.WithStatus(201); got != 2 {
		t.Errorf("answers 201: got %d, want 2", got)
	}
	if got := p.ByOperation()["create"]; got != 2 {
		t.Errorf("creations: got %d, want 2", got)
	}
	if got := p.Merchants(time.Time{})["shop"]; got != 2 {
		t.Errorf("the shop's calls: got %d, want 2", got)
	}
}

// Refused calls aren't processed, and don't count against the limit.
func TestGatewayLimit(t *testing.T) {
	p := &Proxy{Tally: newTally(), limit: 2, accepted: map[string][]time.Time{"another": {time.Now(), time.Now()}}}
	start := time.Now()
	for i, c := range []struct {
		at   int // milliseconds
		want bool
	}{{0, true}, {500, true}, {600, false}, {999, false}, {1000, true}, {1499, false}, {1500, true}} {
		if got := p.allow("shop", start.Add(time.Duration(c.at)*time.Millisecond)); got != c.want {
			t.Errorf("%d, at %d ms: got %v, want %v", i, c.at, got, c.want)
		}
	}
}

// A rush counts one merchant's calls in a span, and how long they were too many.
func TestRush(t *testing.T) {
	tally := newTally()
	for _, ms := range []int64{100, 0, 900, 1050, 1300, 5000, 5100, 5200} {
		tally.arrived(&call{at: time.UnixMilli(ms), merchant: "shop"})
		tally.arrived(&call{at: time.UnixMilli(ms), merchant: "another"})
	}
	// Of 0, 100, 900, 1050 and 1300 the third is one too many, and the fourth and the last.
	if most, beyond := tally.Rush("shop", time.UnixMilli(0), time.UnixMilli(5200), 2); most != 3 || beyond != 400*time.Millisecond {
		t.Errorf("got %d and %v, want 3 and 400ms", most, beyond)
	}
	if most, beyond := tally.Rush("shop", time.UnixMilli(100), time.UnixMilli(1000), 2); most != 2 || beyond != 0 {
		t.Errorf("got %d and %v, want 2 and 0", most, beyond)
	}
	if got := tally.Merchants(time.UnixMilli(5100)); got["shop"] != 2 || got["another"] != 2 {
		t.Errorf("since 5100: %v, want two each", got)
	}
}
