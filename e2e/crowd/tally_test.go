package main

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
	sandbox := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusCreated)
	}))
	defer sandbox.Close()
	p, err := startGateway(sandbox.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer p.stop()
	create := func(id string) int {
		request, _ := http.NewRequest(http.MethodPost, p.url+"/payins/"+id, nil)
		request.Header.Set("Authorization", "Bearer x."+base64.RawURLEncoding.EncodeToString([]byte(`{"merchantCode":"shop"}`))+".x")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	create("before")
	p.enforce(2)
	if p.count() != 0 {
		t.Error("calls from before the measurement count")
	}
	for i, want := range []int{201, 201} {
		if got := create("twice"); got != want {
			t.Errorf("call %d: got %d, want %d", i, got, want)
		}
	}
	if got := p.createdTwice(); got != 1 {
		t.Errorf("created twice: got %d, want 1", got)
	}
	if got := p.withStatus(201); got != 2 {
		t.Errorf("answers 201: got %d, want 2", got)
	}
	if got := p.byOperation()["create"]; got != 2 {
		t.Errorf("creations: got %d, want 2", got)
	}
}

// Refused calls aren't processed, and don't count against the limit.
func TestGatewayLimit(t *testing.T) {
	p := &gateway{tally: newTally(), limit: 2, accepted: map[string][]time.Time{"another": {time.Now(), time.Now()}}}
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
