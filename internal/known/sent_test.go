package known

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"payapp/apiclient"
)

// "Not created" from before a Pay was sent says nothing of it.
func TestAnOlderNotCreatedSaysNothing(t *testing.T) {
	p := Missed(noon).WithSent(Sent{Method: "PROMPTPAY", At: noon.Add(time.Second)})
	if got := p.View().Existence; got != Nothing {
		t.Errorf("got %v", got)
	}
	if got := p.Merge(Missed(noon.Add(2 * time.Second))).View().Existence; got != NotCreated {
		t.Errorf("asked again since: %v", got)
	}
}

// Another replica's clock may be ahead: its word isn't fresh for so much longer, and
// what it sent doesn't outdate every "not created".
func TestNothingIsOfTheFuture(t *testing.T) {
	ahead := Missed(noon.Add(time.Hour)).WithSent(Sent{Method: "ONLINE", At: noon.Add(time.Hour)})
	p := ahead.NotAfter(noon)
	if !p.AskedAt().Equal(noon) || !p.Sent[0].At.Equal(noon) || p.View().Existence != Nothing {
		t.Errorf("it is of %v, and sent at %v", p.AskedAt(), p.Sent[0].At)
	}
	if !ahead.Sent[0].At.Equal(noon.Add(time.Hour)) {
		t.Error("the other one's is changed")
	}
	if later := p.Merge(Missed(noon.Add(time.Second))); later.View().Existence != NotCreated {
		t.Error("what is read later is still outdated")
	}
}

// That goes for every date in it, of what is paid as of what is asked.
func TestNoDateIsOfTheFuture(t *testing.T) {
	var p Payment
	number := 0
	fillAll(t, reflect.ValueOf(&p).Elem(), &number)
	p = p.NotAfter(moment(1).time())
	dates := 0
	var look func(where string, v reflect.Value)
	look = func(where string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				name := where + "." + v.Type().Field(i).Name
				if !strings.HasSuffix(name, ".Is.Processed") && name != "Payment.CreatedAt.Is" { // dates of the gateway's own
					look(name, v.Field(i))
				}
			}
		case reflect.Slice:
			for i := range v.Len() {
				look(where, v.Index(i))
			}
		}
		if v.Type() == reflect.TypeFor[moment]() {
			dates++
			if v.Int() > 1 {
				t.Errorf("%s is of the future", where)
			}
		}
	}
	look("Payment", reflect.ValueOf(p))
	if dates < 20 {
		t.Errorf("only %d dates were looked at", dates)
	}
}

// Coins that are sent on another network are lost: of two creations that may
// have been taken, nobody knows whose network it is.
func TestAnOperatorIsFilledInOnlyIfItIsCertain(t *testing.T) {
	tron, eth := apiclient.Operator{Code: "TRON", Name: "Tron"}, apiclient.Operator{Code: "ETH", Name: "Ethereum"}
	p := Read(apiclient.Payin{MethodCode: "CRYPTO_OFFLINE"}, noon)
	one := p.WithSent(Sent{Method: "CRYPTO_OFFLINE", Operator: tron, At: noon})
	if got := one.View(); got.Payin.Operator != tron {
		t.Errorf("sent once: %+v", got.Payin.Operator)
	}
	two := one.WithSent(Sent{Method: "CRYPTO_OFFLINE", Operator: eth, At: noon.Add(time.Second)})
	if got := two.View().Payin.Operator; got != (apiclient.Operator{}) {
		t.Errorf("sent twice: %+v", got)
	}
	taken := two.WithSent(Sent{Method: "CRYPTO_OFFLINE", Operator: tron, At: noon.Add(-time.Hour), Taken: true})
	if got := taken.View().Payin.Operator; got != tron {
		t.Errorf("one of them was taken: %+v", got)
	}
	other := p.WithSent(Sent{Method: "ONLINE", Operator: eth, At: noon})
	if got := other.View().Payin.Operator; got != (apiclient.Operator{}) {
		t.Errorf("sent with another method: %+v", got)
	}
	named := two.Merge(Read(apiclient.Payin{MethodCode: "CRYPTO_OFFLINE", Operator: apiclient.Operator{Code: "TRON"}}, noon.Add(-time.Hour)))
	if got := named.View(); got.Payin.Operator.Code != "TRON" {
		t.Errorf("an answer named it: %+v", got.Payin.Operator)
	}
}
