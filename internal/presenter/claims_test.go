package presenter

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"payapp/apiclient"
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/internal/site"
	"payapp/internal/testing/claims"
	_ "payapp/internal/testing/seeded"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

// written are the English messages by their keys, as they are written.
func written(t *testing.T) map[string]json.RawMessage {
	t.Helper()
	text, err := os.ReadFile("../../i18n/messages/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]json.RawMessage
	if err := json.Unmarshal(text, &messages); err != nil {
		t.Fatal(err)
	}
	return messages
}

func mayClaim(key string) bool {
	return slices.ContainsFunc(claims.Claiming, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
}

// Nobody adds a sentence about money without saying what must be known for it,
// and no row stands for a sentence that is gone.
func TestEverySentenceAboutMoneyHasItsClaim(t *testing.T) {
	messages := written(t)
	for key := range messages {
		if mayClaim(key) && len(claims.Of(key)) == 0 {
			t.Errorf("%s has no row in claims.All: add it to the one that says the same, or a new one with what must be known", key)
		}
	}
	for _, claim := range claims.All {
		for _, key := range claim.Keys {
			found := false
			for message := range messages {
				found = found || message == key || strings.HasSuffix(key, ".") && strings.HasPrefix(message, key)
			}
			if !found {
				t.Errorf("%q: no message %s", claim.Says, key)
			}
		}
	}
}

// claimed are the messages on a page that claim something. What another one's
// words stand for counts as well, where they are about money.
func claimed(t *testing.T, messages map[string]json.RawMessage, page string) []string {
	t.Helper()
	var keys []string
	page = onceItIsPressed.ReplaceAllString(page, "")
	for _, m := range keyOnPage.FindAllStringSubmatch(page, -1) {
		if mayClaim(m[1]) {
			keys = append(keys, m[1])
		}
		if same := strings.Trim(string(messages[m[1]]), `"`); strings.HasPrefix(same, "=money.") {
			keys = append(keys, same[1:])
		}
	}
	return keys
}

// onceItIsPressed is what a form's script says after Pay.
var onceItIsPressed = regexp.MustCompile(` data-pay="[^"]*"`)

var keyOnPage = regexp.MustCompile(i18n.KeyBegin + `([^` + i18n.KeyEnd + `]+)` + i18n.KeyEnd)

// keysOf renders what is due in the language of keys.
func keysOf(t *testing.T, s *Presenter, l *i18n.Locale, f scenarios.Facts) string {
	t.Helper()
	page, err := s.Page(Input{Due: scenarios.Decide(f), Now: f.Now, Locale: l, Path: "/pay/ref", ReturnURL: f.Order.ReturnURL, PollAfter: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := page.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// anyFacts are facts of a payment in any state that a gateway, a browser and time
// can bring about.
func anyFacts(t *rapid.T, all []methods.Method) scenarios.Facts {
	m := all[rapid.IntRange(0, len(all)-1).Draw(t, "method")]
	price := money.MustParse("1000", m.Currency)
	yes := func(what string) bool { return rapid.Bool().Draw(t, what) }
	seldom := func(what string) bool { return rapid.IntRange(0, 4).Draw(t, what) == 0 }
	f := scenarios.Facts{
		Order:     entry.Order{IDPayin: "order-1", Money: price, CallbackURL: "https://shop.example/c", ReturnURL: "https://shop.example/back"},
		Options:   &apiclient.Options{Methods: []apiclient.Option{{MethodCode: m.Code, Operators: []apiclient.Operator{{Code: "A", Name: "A"}}}}},
		Catalogue: methods.Default(), Now: noon, Verified: yes("verified"), ReadOnly: seldom("a status link"),
		Trouble: rapid.SampledFrom([]scenarios.Trouble{scenarios.NoTrouble, scenarios.NoTrouble, scenarios.TokenRejected, scenarios.GatewayBusy, scenarios.GatewayDown, scenarios.GatewayStrange, scenarios.Unasked}).Draw(t, "trouble"),
		Unsure:  seldom("unsure"),
	}
	if f.ReadOnly {
		f.Order.Money, f.Order.CurrencyCode, f.Order.ReturnURL, f.Options = money.Money{}, m.Currency, "", nil
	}
	if yes("a payee") {
		f.Progress.Payee = "Demo Shop"
	}
	if seldom("the token's own time has passed") {
		f.Expires = noon.Add(-time.Minute)
	}
	if seldom("no options") {
		f.Options = nil
	}
	at := noon.Add(-time.Duration(rapid.IntRange(0, 20).Draw(t, "minutes ago")) * time.Minute)
	switch rapid.IntRange(0, 5).Draw(t, "state") {
	case 0:
	case 1:
		f.Known = known.Missed(at).View()
	case 2:
		f.Known = known.Taken(at).View()
	default:
		p := apiclient.Payin{
			IDPayin: "order-1", MethodCode: m.Code, Money: price, FailureReason: rapid.SampledFrom([]string{"", "", "NONE", apiclient.CodeInactivity}).Draw(t, "reason"),
			Status: rapid.SampledFrom([]string{"", "PENDING", "PROCESSING", "NEW", "VALIDATING", "PARTIALLY_PAID", "VOID", "SUCCESS", "REFUSED", "FAILED", "CANCELED", "EXPIRED"}).Draw(t, "word"),
		}
		if yes("a deadline") {
			p.ExpireAt = noon.Add(time.Duration(rapid.IntRange(-30, 30).Draw(t, "minutes left")) * time.Minute)
		}
		if yes("a code") {
			p.QRCode = "000201"
		}
		if yes("a bank") {
			p.RedirectURL = "https://bank.example/1"
		}
		if yes("an account") {
			p.Account = apiclient.Account{Name: "Shop", Number: "0123456789"}
		}
		if seldom("another amount to pay") {
			p.MoneyRequired = money.MustParse("1001", m.Currency)
		}
		if seldom("another amount") {
			p.Money = money.MustParse("5", m.Currency)
		}
		if seldom("a number") {
			p.ExternalReference = "432112345678"
		}
		before := p
		before.Status, before.FailureReason = rapid.SampledFrom([]string{"PENDING", "VALIDATING", "REFUSED", "SUCCESS"}).Draw(t, "word before"), ""
		f.Known = known.Read(p, at).Merge(known.Read(before, at.Add(-time.Hour))).View()
		f.Known.Less = seldom("a part of it")
	}
	if yes("sent from here") {
		f.Known = withSent(f.Known, known.Sent{Method: m.Code, At: at.Add(time.Duration(rapid.IntRange(-1, 1).Draw(t, "sent")) * time.Second)})
	}
	f.Progress = scenarios.Progress{
		Leaving: yes("leaving"), Returned: seldom("back from the bank"),
		Notice: rapid.SampledFrom([]scenarios.Notice{scenarios.NoNotice, scenarios.NotSent, scenarios.Busy, scenarios.AlreadyStarted, scenarios.Changed}).Draw(t, "notice"),
	}
	if seldom("said to have paid") {
		f.Progress.SaidPaidAt = noon.Add(-time.Minute)
	}
	if seldom("refused") {
		f.Progress.Refused = rapid.SampledFrom([]string{scenarios.ProblemRefused, scenarios.ProblemTokenRejected, apiclient.CodeSecurityCheck}).Draw(t, "refusal")
	}
	if seldom("in line") {
		f.Progress.InLine = &known.Sent{Method: m.Code, At: noon.Add(-time.Second)}
	}
	if seldom("a number given") {
		f.Progress.Reference, f.Progress.ReferenceAt = "432112345678", noon
		f.Progress.ReferenceState = rapid.SampledFrom([]scenarios.ReferenceState{scenarios.ReferenceSent, scenarios.ReferenceKept, scenarios.ReferenceUnsent, scenarios.ReferenceInLine}).Draw(t, "its state")
	}
	return f.Settled()
}

// No page of any step says what isn't known.
func TestNoPageClaimsWhatIsNotKnown(t *testing.T) {
	bundle, err := i18n.LoadWithPseudo()
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(bundle, methods.Default(), site.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	l, messages, all := bundle.Match(i18n.PseudoKeys, "", ""), written(t), methods.Default().All()
	told, steps := map[string]bool{}, map[string]bool{}
	some := rapid.Custom(func(rt *rapid.T) scenarios.Facts { return anyFacts(rt, all) })
	for seed := range 3000 {
		f := some.Example(seed)
		for _, key := range claimed(t, messages, keysOf(t, s, l, f)) {
			told[key] = true
			for _, claim := range claims.Of(key) {
				if !claim.Needs(f) {
					t.Fatalf("the page of %T claims that %s (%s), which isn't known from\nstate %v, word %q, %+v, trouble %q, status link %v (seed %d)",
						scenarios.Next(f), claim.Says, key, f.Known.Existence, f.Known.Payin.Status, f.Progress, f.Trouble, f.ReadOnly, seed)
				}
			}
		}
		steps[reflect.TypeOf(scenarios.Next(f)).Name()] = true
	}
	if len(told) < 150 || len(steps) != 9 {
		t.Errorf("only %d claims were looked at, of %v", len(told), steps)
	}
}
