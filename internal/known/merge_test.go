package known

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"payapp/apiclient"
	_ "payapp/internal/testing/seeded"
	"payapp/money"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// words are statuses, of every kind and none.
var words = []string{"", "PENDING", "PROCESSING", "NEW_WORD", "SUCCESS", "REFUSED", "FAILED", "EXPIRED"}

// anyTime is one of few, so that equal ones are common.
func anyTime(t *rapid.T) time.Time {
	return noon.Add(time.Duration(rapid.IntRange(-3, 3).Draw(t, "seconds")) * time.Second)
}

func anyOperator(t *rapid.T) apiclient.Operator {
	return rapid.SampledFrom([]apiclient.Operator{{}, {Code: "TRON"}, {Code: "TRON", Name: "Tron"}, {Code: "ETH"}, {Code: "ETH", Name: "Ethereum"}, {Name: "Tron"}}).Draw(t, "operator")
}

// anyPayment is what an answer, a creation or another merge left.
func anyPayment(t *rapid.T) Payment {
	var p Payment
	switch at := anyTime(t); rapid.SampledFrom([]State{Nothing, NotCreated, Accepted, Created, Created, Created}).Draw(t, "state") {
	case NotCreated:
		p = Missing(at)
	case Accepted:
		p = Taken(at)
	case Created:
		p = Answered(apiclient.Payin{
			IDPayin: "order-1", MethodCode: rapid.SampledFrom([]string{"CRYPTO_OFFLINE", "ONLINE"}).Draw(t, "method"),
			Money: money.MustParse("50", "USDT"), Status: rapid.SampledFrom(words).Draw(t, "word"),
			Operator: anyOperator(t), IsTest: rapid.Bool().Draw(t, "test"),
			QRCode: rapid.SampledFrom([]string{"", "000201"}).Draw(t, "code"),
		}, at)
		p.Part = rapid.Bool().Draw(t, "part")
	}
	for range rapid.IntRange(0, 3).Draw(t, "sent") {
		p = p.WithSent(Sent{
			Method: rapid.SampledFrom([]string{"CRYPTO_OFFLINE", "ONLINE"}).Draw(t, "sent method"), Operator: anyOperator(t),
			Account: rapid.SampledFrom([]string{"", "0801"}).Draw(t, "account"), At: anyTime(t), Taken: rapid.Bool().Draw(t, "taken"),
		})
	}
	return p
}

func same(t *rapid.T, what string, a, b Payment) {
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("%s:\n%+v\n%+v", what, a, b)
	}
}

func TestItDoesNotMatterWhoHearsWhatFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyPayment(t), anyPayment(t), anyPayment(t)
		same(t, "not commutative", a.Merge(b), b.Merge(a))
		same(t, "not associative", a.Merge(b).Merge(c), a.Merge(b.Merge(c)))
		same(t, "not idempotent", a.Merge(a), a)
		same(t, "hearing it again changes something", a.Merge(b).Merge(a).Merge(b), a.Merge(b))
	})
}

// Nothing that is heard later takes back "paid", an end or the payment's
// existence.
func TestNothingIsTakenBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyPayment(t), anyPayment(t)
		both := a.Merge(b)
		for _, p := range []Payment{a, b} {
			switch {
			case p.Status() == Success && both.Status() != Success:
				t.Fatalf("unpaid: %+v and %+v make %+v", a, b, both)
			case p.Status().Ended() && !both.Status().Ended():
				t.Fatalf("goes on: %+v and %+v make %+v", a, b, both)
			case p.Exists() && !both.Exists():
				t.Fatalf("gone: %+v and %+v make %+v", a, b, both)
			case p.Test && !both.Test, len(p.Sent) > 0 && len(both.Sent) == 0, p.Operator != (Told{}) && both.Operator == (Told{}):
				t.Fatalf("lost: %+v and %+v make %+v", a, b, both)
			}
		}
	})
}

// Nothing is said that nobody said: the state, the description and the time are
// one of the two's, and so is each operator and each thing that was sent.
func TestNothingIsInvented(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyPayment(t), anyPayment(t)
		both := a.Merge(b)
		whose := slices.ContainsFunc([]Payment{a, b}, func(p Payment) bool {
			return p.State == both.State && p.At.Equal(both.At) && reflect.DeepEqual(p.Payin, both.Payin)
		})
		if !whose {
			t.Fatalf("%+v and %+v make %+v", a, b, both)
		}
		said := []apiclient.Operator{{}, a.Operator.Operator, b.Operator.Operator, a.Payin.Operator, b.Payin.Operator}
		for _, s := range both.Sent {
			said = append(said, s.Operator)
			if !slices.ContainsFunc(slices.Concat(a.Sent, b.Sent), func(known Sent) bool { return known == s }) {
				t.Fatalf("nobody sent %+v", s)
			}
		}
		got := both.Filled().Payin.Operator
		for _, part := range []string{got.Code, got.Name} {
			if !slices.ContainsFunc(said, func(o apiclient.Operator) bool { return o.Code == part || o.Name == part }) {
				t.Fatalf("nobody said %q of %+v", part, both)
			}
		}
	})
}

// Of two answers that say as much the newer counts, whichever came first.
func TestOfTwoWordsTheNewerCounts(t *testing.T) {
	pending := func(code string, at time.Time) Payment {
		return Answered(apiclient.Payin{IDPayin: "1", MethodCode: "PROMPTPAY", Status: "PENDING", QRCode: code}, at)
	}
	older, newer := pending("old", noon), pending("new", noon.Add(time.Second))
	if got := newer.Merge(older).Payin.QRCode; got != "new" {
		t.Errorf("got %q", got)
	}
	// What a browser had no room for doesn't hide what somebody else knows.
	newer.Part = true
	if got := newer.Merge(older).Payin.QRCode; got != "old" {
		t.Errorf("a part counts before the whole: %q", got)
	}
}

// "Not created" from before a Pay was sent says nothing of it.
func TestAnOlderNotCreatedSaysNothing(t *testing.T) {
	p := Missing(noon).WithSent(Sent{Method: "PROMPTPAY", At: noon.Add(time.Second)})
	if got := p.Standing(); got != Nothing {
		t.Errorf("got %v", got)
	}
	if got := p.Merge(Missing(noon.Add(2 * time.Second))).Standing(); got != NotCreated {
		t.Errorf("asked again since: %v", got)
	}
}

// Another replica's clock may be ahead: its word isn't fresh for so much longer, and
// what it sent doesn't outdate every "not created".
func TestNothingIsOfTheFuture(t *testing.T) {
	ahead := Missing(noon.Add(time.Hour)).WithSent(Sent{Method: "ONLINE", At: noon.Add(time.Hour)})
	p := ahead.NotAfter(noon)
	if !p.At.Equal(noon) || !p.Sent[0].At.Equal(noon) || p.Standing() != Nothing {
		t.Errorf("it is of %v, and sent at %v", p.At, p.Sent[0].At)
	}
	if !ahead.Sent[0].At.Equal(noon.Add(time.Hour)) {
		t.Error("the other one's is changed")
	}
	if later := p.Merge(Missing(noon.Add(time.Second))); later.Standing() != NotCreated {
		t.Error("what is read later is still outdated")
	}
}

// Times that move by seconds, or that no page shows yet, are nothing new.
func TestWhatIsTheSame(t *testing.T) {
	p := Answered(apiclient.Payin{Status: "PENDING", ExpireAt: noon}, noon)
	for name, c := range map[string]struct {
		payin apiclient.Payin
		same  bool
	}{
		"seconds":       {apiclient.Payin{Status: "PENDING", ExpireAt: noon.Add(59 * time.Second)}, true},
		"a minute":      {apiclient.Payin{Status: "PENDING", ExpireAt: noon.Add(time.Minute)}, false},
		"processed":     {apiclient.Payin{Status: "PENDING", ExpireAt: noon, ProcessedAt: noon}, true},
		"another word":  {apiclient.Payin{Status: "PROCESSING", ExpireAt: noon}, false},
		"another order": {apiclient.Payin{Status: "PENDING", ExpireAt: noon, IDPayin: "2"}, false},
	} {
		if got := p.Same(Answered(c.payin, noon.Add(time.Hour))); got != c.same {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Coins that are sent on another network are lost: of two creations that may
// have been taken, nobody knows whose network it is.
func TestAnOperatorIsFilledInOnlyIfItIsCertain(t *testing.T) {
	tron, eth := apiclient.Operator{Code: "TRON", Name: "Tron"}, apiclient.Operator{Code: "ETH", Name: "Ethereum"}
	p := Answered(apiclient.Payin{IDPayin: "1", MethodCode: "CRYPTO_OFFLINE"}, noon)
	one := p.WithSent(Sent{Method: "CRYPTO_OFFLINE", Operator: tron, At: noon})
	if got := one.Filled(); got.Payin.Operator != tron {
		t.Errorf("sent once: %+v", got.Payin.Operator)
	}
	two := one.WithSent(Sent{Method: "CRYPTO_OFFLINE", Operator: eth, At: noon.Add(time.Second)})
	if got := two.Filled().Payin.Operator; got != (apiclient.Operator{}) {
		t.Errorf("sent twice: %+v", got)
	}
	taken := two.WithSent(Sent{Method: "CRYPTO_OFFLINE", Operator: tron, At: noon.Add(-time.Hour), Taken: true})
	if got := taken.Filled().Payin.Operator; got != tron {
		t.Errorf("one of them was taken: %+v", got)
	}
	other := p.WithSent(Sent{Method: "ONLINE", Operator: eth, At: noon})
	if got := other.Filled().Payin.Operator; got != (apiclient.Operator{}) {
		t.Errorf("sent with another method: %+v", got)
	}
	named := two.Merge(Answered(apiclient.Payin{IDPayin: "1", MethodCode: "CRYPTO_OFFLINE", Operator: apiclient.Operator{Code: "TRON"}}, noon.Add(-time.Hour)))
	if got := named.Filled(); got.Payin.Operator.Code != "TRON" {
		t.Errorf("an answer named it: %+v", got.Payin.Operator)
	}
}

// The words of the gateway, alone and beside a code.
func TestFault32_Statuses(t *testing.T) {
	for word, want := range map[string]Status{
		"": Pending, "PENDING": Pending, "PROCESSING": Pending, "NEW_WORD": Pending, "SUCCESS": Success,
		"REFUSED": Failed, "FAILED": Failed, "CANCELED": Failed, "CANCELLED": Failed, "REJECTED": Failed, "DECLINED": Failed, "ERROR": Failed,
		"EXPIRED": Expired, "TIMEOUT": Expired,
	} {
		if got := StatusOf(apiclient.Payin{Status: word}); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
		beside := StatusOf(apiclient.Payin{Status: word, FailureReason: "NONE"})
		if want := map[bool]Status{true: Failed, false: want}[word == ""]; beside != want {
			t.Errorf("%s beside NONE: %s, want %s", word, beside, want)
		}
		if documented := StatusOf(apiclient.Payin{Status: word, FailureReason: apiclient.CodeSecurityCheck}); want == Pending && documented != Failed {
			t.Errorf("%s beside a documented code: %s", word, documented)
		}
		if strange := IsStrange(apiclient.Payin{Status: word}); strange != strings.HasPrefix(word, "NEW") {
			t.Errorf("%s: strange %v", word, strange)
		}
	}
}

// A payment that the gateway calls pending is never more than overdue, and only
// once both clocks must agree.
func TestOverdue(t *testing.T) {
	p := Answered(apiclient.Payin{IDPayin: "1", Status: "PENDING", ExpireAt: noon}, noon)
	for after, want := range map[time.Duration]bool{-time.Second: false, 0: false, Tolerance: false, Tolerance + time.Second: true, 25 * time.Hour: true} {
		if got := p.Overdue(noon.Add(after)); got != want || p.Status() != Pending || p.Over(noon.Add(after)) {
			t.Errorf("after %s: overdue %v, %s", after, got, p.Status())
		}
	}
	p.Payin.Status = "EXPIRED"
	if p.Overdue(noon.Add(time.Hour)) || p.Over(noon.Add(23*time.Hour)) || !p.Over(noon.Add(25*time.Hour)) {
		t.Error("late money isn't waited for a day")
	}
	if p.Payin.Status = "FAILED"; !p.Over(noon) {
		t.Error("a failure is waited for")
	}
}

// Only what was read later can take a success back: a read that was under way when
// the payment was paid says nothing new.
func TestOnlyALaterAnswerTakesBack(t *testing.T) {
	paid := Answered(apiclient.Payin{Status: "SUCCESS"}, noon)
	for _, c := range []struct {
		name  string
		later Payment
		want  bool
	}{
		{"denied later", Answered(apiclient.Payin{Status: "FAILED"}, noon.Add(time.Second)), true},
		{"pending later", Answered(apiclient.Payin{Status: "PENDING"}, noon.Add(time.Second)), true},
		{"paid later", Answered(apiclient.Payin{Status: "SUCCESS"}, noon.Add(time.Second)), false},
		{"denied at the same time", Answered(apiclient.Payin{Status: "FAILED"}, noon), false},
		{"pending before", Answered(apiclient.Payin{Status: "PENDING"}, noon.Add(-time.Second)), false},
		{"not there later", Missing(noon.Add(time.Second)), false},
	} {
		if got := paid.TakesBack(c.later); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
