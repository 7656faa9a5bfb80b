package known

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"payapp/apiclient"
	_ "payapp/internal/testing/seeded"
	"payapp/money"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// words are statuses, of every kind and none.
var words = []string{"", "PENDING", "AWAITING", "PROCESSING", "NEW_WORD", "SUCCESS", "REFUSED", "FAILED", "EXPIRED"}

// anyTime is one of few, so that equal ones are common, some of them by another
// replica's clock.
func anyTime(t *rapid.T) time.Time {
	at := noon.Add(time.Duration(rapid.IntRange(-3, 3).Draw(t, "seconds")) * time.Second)
	return at.Add(time.Duration(rapid.SampledFrom([]int{0, 0, 0, -60, 61}).Draw(t, "clock")) * time.Second)
}

func one[T any](t *rapid.T, name string, of ...T) T { return rapid.SampledFrom(of).Draw(t, name) }

func anyOperator(t *rapid.T) apiclient.Operator {
	return one(t, "operator", apiclient.Operator{}, apiclient.Operator{Code: "TRON"}, apiclient.Operator{Code: "TRON", Name: "Tron"},
		apiclient.Operator{Code: "ETH", Name: "Ethereum"})
}

// anyAnswer is an answer that lacks any part.
func anyAnswer(t *rapid.T) apiclient.Payin {
	return apiclient.Payin{
		MethodCode: one(t, "method", "CRYPTO_OFFLINE", "CRYPTO_OFFLINE", "ONLINE"),
		Money:      one(t, "money", money.MustParse("50", "USDT"), money.MustParse("50", "USDT"), money.MustParse("25", "USDT")),
		Status:     one(t, "word", words...), Operator: anyOperator(t), IsTest: rapid.Bool().Draw(t, "test"),
		QRCode: one(t, "code", "", "", "q1", "q2"), Reference: one(t, "reference", "", "", "r1"),
		Account:           one(t, "account", apiclient.Account{}, apiclient.Account{Name: "Shop", Number: "a1"}, apiclient.Account{Number: "a2"}),
		MoneyRequired:     one(t, "required", money.Money{}, money.Money{}, money.MustParse("51", "USDT"), money.MustParse("52", "USDT")),
		RedirectURL:       one(t, "redirect", "", "", "https://bank.example/1"),
		ExpireAt:          one(t, "deadline", time.Time{}, noon.Add(time.Hour), noon.Add(2*time.Hour)),
		InstructionList:   one(t, "instructions", nil, []apiclient.InstructionSection{{Steps: []string{"Pay"}}}),
		ExternalReference: one(t, "number", "", "", "123456789012"), Location: one(t, "location", nil, map[string]string{"city": "Taipei"}),
	}
}

// anyPayment is what an answer, a creation, a cookie or another merge left.
func anyPayment(t *rapid.T) Payment {
	var p Payment
	for range rapid.IntRange(0, 3).Draw(t, "answers") {
		at := anyTime(t)
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			p = p.Merge(Missed(at))
		case 1:
			p = p.Merge(one(t, "taken", Taken, Conflicted)(at))
		case 2:
			p = p.Merge(Created(anyAnswer(t), at))
		default:
			p = p.Merge(Read(anyAnswer(t), at))
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "sent") {
		p = p.WithSent(Sent{
			Method: one(t, "sent method", "CRYPTO_OFFLINE", "ONLINE"), Operator: anyOperator(t),
			Account: one(t, "sent account", "", "0801"), Taken: rapid.Bool().Draw(t, "taken"), At: anyTime(t),
		})
	}
	if rapid.IntRange(0, 3).Draw(t, "cookie") == 0 {
		p = p.Condensed()
	}
	return p
}

func same(t *rapid.T, what string, a, b any) {
	if !reflect.DeepEqual(a, b) {
		x, _ := json.MarshalIndent(a, "", " ")
		y, _ := json.MarshalIndent(b, "", " ")
		t.Fatalf("%s:\n%s\n%s", what, x, y)
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

// A browser's cookie shows what memory shows, alone and beside it.
func TestACookieShowsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPayment(t).Merge(anyPayment(t))
		cookie := p.Condensed()
		for name, v := range map[string]View{"alone": cookie.View(), "beside memory": p.Merge(cookie).View(), "twice": cookie.Condensed().View()} {
			if !v.Same(p.View()) || v.Doubt != p.View().Doubt {
				x, _ := json.MarshalIndent(p, "", " ")
				t.Fatalf("another view %s: %s of %s", name, cmp.Diff(p.View(), v, cmp.AllowUnexported(View{}, money.Money{})), x)
			}
		}
	})
}

// What any answer said of success, existence and tests stays.
func TestNothingIsTakenBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyPayment(t), anyPayment(t)
		both := a.Merge(b).View()
		for _, p := range []View{a.View(), b.View()} {
			switch {
			case p.Status() == Success && both.Status() != Success:
				t.Fatalf("unpaid: %+v and %+v make %+v", a, b, both)
			case p.Exists() && !both.Exists():
				t.Fatalf("gone: %+v and %+v make %+v", a, b, both)
			case p.Test && !both.Test, len(p.Sent) > 0 && len(both.Sent) == 0:
				t.Fatalf("lost: %+v and %+v make %+v", a, b, both)
			}
		}
	})
}

// An end gives way only to a success, to progress that is more than a minute newer, or
// to a newer creation, and there is no way to pay after it but that creation's.
func TestAnEndHasNoWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPayment(t).Merge(anyPayment(t))
		v := p.View()
		pays := v.Payin.QRCode != "" || v.Payin.Account.Number != "" || v.Payin.RedirectURL != ""
		if p.End.At != 0 && pays && p.Made <= p.End.At {
			t.Fatalf("a way after the end: %+v", v)
		}
		if p.End.At != 0 && p.Success.At == 0 && p.Made <= p.End.At && p.Going.At <= p.End.At.add(time.Minute) && !v.Status().Ended() {
			t.Fatalf("the end is gone: %+v", v)
		}
	})
}

// Nothing stands together that no answer said together, unless answers about the same
// connect it.
func TestNothingIsInvented(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var answers []apiclient.Payin
		var p Payment
		for i := range rapid.IntRange(1, 6).Draw(t, "answers") {
			a := anyAnswer(t)
			answers = append(answers, a)
			p = p.Merge(Read(a, noon.Add(time.Duration(i)*time.Second)))
		}
		v := p.View().Payin
		if v.QRCode == "" {
			return
		}
		says := func(fits func(apiclient.Payin) bool) bool { return slices.ContainsFunc(answers, fits) }
		for _, o := range answers {
			if o.QRCode == v.QRCode && o.MethodCode == v.MethodCode && o.Account.Number != "" && v.Account.Number != "" && o.Account.Number != v.Account.Number &&
				!says(func(x apiclient.Payin) bool {
					return x.QRCode == v.QRCode && (x.Account.Number == v.Account.Number || x.Account.Number == "")
				}) {
				t.Fatalf("%+v has the account of another answer", v)
			}
		}
		if !says(func(x apiclient.Payin) bool { return x.QRCode == v.QRCode && x.MethodCode == v.MethodCode }) {
			t.Fatalf("nobody said %+v", v)
		}
		if r := v.MoneyRequired; !r.IsZero() && !says(func(x apiclient.Payin) bool { return x.MoneyRequired == r }) {
			t.Fatalf("nobody told to pay %s", r)
		}
	})
}

func pending(change func(*apiclient.Payin)) apiclient.Payin {
	p := apiclient.Payin{MethodCode: "PROMPTPAY", Status: "PENDING", Money: money.MustParse("1234.50", "THB")}
	change(&p)
	return p
}

// What a read leaves out stays, under words that mean waiting as if it had said it.
func TestATerserReadTakesNothingBack(t *testing.T) {
	whole := pending(func(p *apiclient.Payin) {
		p.QRCode, p.Account, p.Status = "000201", apiclient.Account{Name: "Shop", Number: "1"}, ""
		p.MoneyRequired = money.MustParse("1250", "THB")
	})
	for word, class := range map[string]Class{"PENDING": Waits, "AWAITING": Waits, "VALIDATING": Works, "PROCESSING": Unsure} {
		terse := pending(func(p *apiclient.Payin) { p.Status = word })
		v := Created(whole, noon).Merge(Read(terse, noon.Add(time.Second))).View()
		if v.Payin.QRCode != "000201" || v.Payin.Account.Number != "1" || v.Payin.MoneyRequired.IsZero() || v.Class != class {
			t.Errorf("%s: %+v", word, v)
		}
		again := pending(func(p *apiclient.Payin) { p.Status, p.QRCode = word, "000201" })
		if v := Created(whole, noon).Merge(Read(again, noon.Add(time.Second))).View(); v.Class != class || v.Payin.Account.Number != "1" || v.Payin.MoneyRequired.IsZero() {
			t.Errorf("%s, with its code: %+v", word, v)
		}
	}
}

// A code may have its amount in it: it isn't shown beside another one.
func TestACodeStaysWithItsAmount(t *testing.T) {
	whole := pending(func(p *apiclient.Payin) { p.QRCode, p.Account = "000201", apiclient.Account{Number: "1"} })
	p := Created(whole, noon).Merge(Read(pending(func(p *apiclient.Payin) { p.MoneyRequired = money.MustParse("1250", "THB") }), noon.Add(time.Second)))
	v := p.View()
	if v.Payin.QRCode != "" || v.Payin.Account.Number != "1" || v.Payin.MoneyRequired != money.MustParse("1250", "THB") {
		t.Errorf("got %+v", v)
	}
	later := p.Merge(Read(pending(func(p *apiclient.Payin) { p.MoneyRequired = money.MustParse("1300", "THB") }), noon.Add(2*time.Second))).View()
	if later.Instead != money.MustParse("1250", "THB") || v.Instead != whole.Money {
		t.Errorf("instead of %s, at first of %s", later.Instead, v.Instead)
	}
}

// An amount that is the payment's own is no other one; and where a read names a deadline
// alone, what was asked for is still to pay, by its code.
func TestACodeStaysBesideItsOwnAmount(t *testing.T) {
	code := func(p *apiclient.Payin) { p.QRCode = "000201" }
	own := Read(pending(func(p *apiclient.Payin) { p.MoneyRequired = p.Money }), noon.Add(time.Second))
	if v := Created(pending(code), noon).Merge(own).View(); v.Payin.QRCode == "" {
		t.Errorf("beside the payment's own amount the code is gone: %+v", v.Payin)
	}
	asked := money.MustParse("1250", "THB")
	made := Created(pending(func(p *apiclient.Payin) { code(p); p.MoneyRequired = asked }), noon)
	if v := made.Merge(Read(pending(func(p *apiclient.Payin) { p.ExpireAt = noon }), noon.Add(time.Second))).View(); v.Payin.MoneyRequired != asked || v.Payin.QRCode == "" {
		t.Errorf("to pay are %s by %q, want %s", v.Payin.MoneyRequired, v.Payin.QRCode, asked)
	}
}

// Ends are followed by anything.
func TestAnEndGivesWay(t *testing.T) {
	said := func(word string, after time.Duration) Payment {
		return Read(pending(func(p *apiclient.Payin) { p.Status, p.QRCode = word, "000201" }), noon.Add(after))
	}
	refused := said("REFUSED", 0)
	if v := said("PENDING", -time.Second).Merge(refused).View(); v.Status() != Failed || v.Payin.QRCode != "" || v.Doubt {
		t.Errorf("refused: %+v", v)
	}
	if v := refused.Merge(said("VALIDATING", 30*time.Second)).View(); v.Status() != Failed || !v.Doubt {
		t.Errorf("the gateway's replicas may be behind: %+v", v)
	}
	again := refused.Merge(said("VALIDATING", 61*time.Second))
	if v := again.View(); v.Status() != Pending || !v.Again || v.Payin.QRCode != "" || !v.Doubt {
		t.Errorf("checked again: %+v", v)
	}
	if v := again.Merge(said("SUCCESS", 70*time.Second)).View(); v.Status() != Success {
		t.Errorf("paid: %+v", v)
	}
	if v := again.Merge(said("FAILED", 70*time.Second)).View(); v.Status() != Failed || !v.Doubt {
		t.Errorf("failed at last: %+v", v)
	}
	created := refused.Merge(Created(pending(func(p *apiclient.Payin) { p.Status, p.QRCode = "", "new" }), noon.Add(5*time.Second)))
	if v := created.View(); v.Status() != Pending || v.Payin.QRCode != "new" || v.Again {
		t.Errorf("created anew: %+v", v)
	}
}

// After an end another way to pay is a second try: two answers name it, and the way before
// was no code with a time inside. A lagging replica names the only one that there was.
func TestASecondWay(t *testing.T) {
	type answer struct {
		after      time.Duration
		word, code string
		account    string
	}
	said := func(list ...answer) (p Payment) {
		for _, a := range list {
			p = p.Merge(Read(pending(func(p *apiclient.Payin) { p.Status, p.QRCode, p.Account.Number = a.word, a.code, a.account }), noon.Add(a.after)))
			p = p.Merge(p.Condensed()) // fingerprints survive in a cookie
		}
		return p
	}
	const minute, second = time.Minute, time.Second
	for name, c := range map[string]struct {
		p    Payment
		want bool
	}{
		"another code":          {said(answer{0, "PENDING", "a", ""}, answer{2 * minute, "", "a", ""}, answer{3 * minute, "REFUSED", "a", ""}, answer{3*minute + second, "OPEN", "b", ""}, answer{3*minute + 3*second, "OPEN", "b", ""}), true},
		"said once":             {said(answer{0, "PENDING", "a", ""}, answer{2 * minute, "", "a", ""}, answer{3 * minute, "REFUSED", "a", ""}, answer{3*minute + second, "OPEN", "b", ""}), false},
		"the same code":         {said(answer{0, "PENDING", "a", ""}, answer{2 * minute, "", "a", ""}, answer{3 * minute, "REFUSED", "a", ""}, answer{3*minute + second, "OPEN", "a", ""}, answer{3*minute + 3*second, "OPEN", "a", ""}), false},
		"codes that change":     {said(answer{0, "PENDING", "a", ""}, answer{2 * minute, "", "b", ""}, answer{3 * minute, "REFUSED", "c", ""}, answer{3*minute + second, "OPEN", "d", ""}, answer{3*minute + 3*second, "OPEN", "d", ""}), false},
		"another account":       {said(answer{0, "PENDING", "", "1"}, answer{second, "REFUSED", "", "1"}, answer{2 * second, "OPEN", "", "2"}, answer{3 * second, "OPEN", "", "2"}), true},
		"no way was known":      {said(answer{0, "PENDING", "", ""}, answer{second, "REFUSED", "", ""}, answer{2 * second, "OPEN", "", "2"}, answer{3 * second, "OPEN", "", "2"}), false},
		"the end named it":      {said(answer{0, "PENDING", "", "1"}, answer{second, "TIMEOUT", "", "1"}, answer{2 * second, "TIMEOUT", "", "2"}, answer{3 * second, "PENDING", "", "2"}, answer{4 * second, "PENDING", "", "2"}), false},
		"it has failed as well": {said(answer{0, "PENDING", "", "1"}, answer{second, "REFUSED", "", "1"}, answer{2 * second, "OPEN", "", "2"}, answer{3 * second, "OPEN", "", "2"}, answer{4 * second, "REFUSED", "", "2"}), false},
	} {
		v := c.p.View()
		if v.Second != c.want || v.Second && (v.Status() != Pending || v.Again || v.Payin.QRCode == "a" || v.Payin.Account.Number == "1") {
			t.Errorf("%s: second %v, %s with %s%s", name, v.Second, v.Status(), v.Payin.QRCode, v.Payin.Account.Number)
		}
	}
}

// Half of it is paid: what was ordered stays known.
func TestWhatWasOrderedStaysKnown(t *testing.T) {
	half := pending(func(p *apiclient.Payin) { p.Status, p.Money = "SUCCESS", money.MustParse("617.25", "THB") })
	v := Read(pending(func(*apiclient.Payin) {}), noon).Merge(Read(half, noon.Add(time.Second))).View()
	if v.Payin.Money != half.Money || v.Ordered != money.MustParse("1234.50", "THB") {
		t.Errorf("got %s of %s", v.Payin.Money, v.Ordered)
	}
	half.Requested = half.Money // some gateways change both
	if v := Read(pending(func(*apiclient.Payin) {}), noon).Merge(Read(half, noon.Add(time.Second))).View(); v.Ordered != money.MustParse("1234.50", "THB") {
		t.Errorf("half was requested: %s", v.Ordered)
	}
	half.Requested = money.Money{}
	if alone := Read(half, noon).View(); !alone.Ordered.IsZero() {
		t.Errorf("nobody named an order's amount: %s", alone.Ordered)
	}
}

// An older answer about another way isn't mixed with the newest.
func TestWaysThatDifferStayApart(t *testing.T) {
	a := pending(func(p *apiclient.Payin) { p.QRCode, p.Account = "q1", apiclient.Account{Number: "1"} })
	b := pending(func(p *apiclient.Payin) { p.QRCode = "q2" })
	if v := Created(a, noon).Merge(Read(b, noon.Add(time.Second))).View(); v.Payin.Account.Number != "" || v.Payin.QRCode != "q2" {
		t.Errorf("got %+v", v.Payin)
	}
	other := pending(func(p *apiclient.Payin) { p.MethodCode = "ONLINE" })
	if v := Created(a, noon).Merge(Read(other, noon.Add(time.Second))).View(); v.Payin.QRCode != "" {
		t.Errorf("another method's: %+v", v.Payin)
	}
}

// Only what was read later can take a success back: a read that was under way when
// the payment was paid says nothing new.
func TestOnlyALaterAnswerTakesBack(t *testing.T) {
	paid := Read(apiclient.Payin{Status: "SUCCESS"}, noon)
	for _, c := range []struct {
		name  string
		later Payment
		want  bool
	}{
		{"denied later", Read(apiclient.Payin{Status: "FAILED"}, noon.Add(time.Second)), true},
		{"pending later", Read(apiclient.Payin{Status: "PENDING"}, noon.Add(time.Second)), true},
		{"paid later", Read(apiclient.Payin{Status: "SUCCESS"}, noon.Add(time.Second)), false},
		{"denied at the same time", Read(apiclient.Payin{Status: "FAILED"}, noon), false},
		{"pending before", Read(apiclient.Payin{Status: "PENDING"}, noon.Add(-time.Second)), false},
		{"not there later", Missed(noon.Add(time.Second)), false},
	} {
		if got := c.later.Denies(paid); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
