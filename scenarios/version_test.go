package scenarios

import (
	"reflect"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/money"
)

// unseen are the properties of a payment that need no new page: the gateway's
// own words, when it began, when it ended while it hasn't, and what a creation's
// answer has but a read may leave out.
var unseen = map[string]bool{"Status": true, "ProcessorStatus": true, "CreatedAt": true, "Requested": true, "Fee": true, "ProcessedAt": true}

// Every other change of a payment is shown to a waiting customer.
func TestVersionFollowsThePayment(t *testing.T) {
	before := apiclient.Payin{IDPayin: "order-1", MethodCode: "OFFLINE", Money: money.MustParse("10", "THB"), ExpireAt: noon}
	for name, step := range map[string]func(apiclient.Payin) Step{
		"instructions": func(p apiclient.Payin) Step { return FollowInstructions{Payin: p, Status: known.Pending} },
		"status":       func(p apiclient.Payin) Step { return ShowStatus{Payin: &p, Status: known.Pending} },
	} {
		for _, field := range reflect.VisibleFields(reflect.TypeFor[apiclient.Payin]()) {
			after := before
			changes(reflect.ValueOf(&after).Elem().FieldByIndex(field.Index), func(v reflect.Value, part string) {
				change(t, v)
				if changed := version(step(before)) != version(step(after)); changed == unseen[field.Name] {
					t.Errorf("%s: another %s%s changes the version: %v", name, field.Name, part, changed)
				}
				after = before
			})
		}
	}
}

// changes calls do for each part of a property, which is the property itself
// unless it has parts.
func changes(v reflect.Value, do func(v reflect.Value, name string)) {
	switch v.Interface().(type) {
	case apiclient.Operator, apiclient.Account, apiclient.PaymentAddress, Chosen, InUse:
		for i := range v.NumField() {
			do(v.Field(i), "."+v.Type().Field(i).Name)
		}
	default:
		do(v, "")
	}
}

// change gives a property another value.
func change(t *testing.T, v reflect.Value) {
	t.Helper()
	switch value := v.Addr().Interface().(type) {
	case *string:
		*value += "other"
	case *bool:
		*value = !*value
	case *time.Time:
		*value = value.Add(time.Hour)
	case *money.Money:
		*value = money.MustParse("11", "THB")
	case *[]apiclient.InstructionSection:
		*value = []apiclient.InstructionSection{{Steps: []string{"Pay."}}}
	case *map[string]string:
		*value = map[string]string{"city": "Taipei"}
	case *Again:
		*value += "other"
	case *Moment:
		*value += "other"
	default:
		t.Fatalf("no other value for a %s", v.Type())
	}
}

// Where a list's parts begin and end makes a difference, the order of a map none.
func TestVersionFollowsLists(t *testing.T) {
	seen := map[string]int{}
	for i, p := range []apiclient.Payin{
		{},
		{InstructionList: []apiclient.InstructionSection{{Title: "Pay"}, {Title: "there"}}},
		{InstructionList: []apiclient.InstructionSection{{Title: "Pay", Steps: []string{"there"}}}},
		{InstructionList: []apiclient.InstructionSection{{Steps: []string{"Pay", "there"}}}},
		{InstructionList: []apiclient.InstructionSection{{Steps: []string{"Pay"}}, {Steps: []string{"there"}}}},
		{Location: map[string]string{"city": "Taipei", "street": "1"}},
		{Location: map[string]string{"city": "1", "street": "Taipei"}},
	} {
		for range 20 {
			v := version(FollowInstructions{Payin: p})
			if twin, known := seen[v]; known && twin != i {
				t.Errorf("%d and %d have one version", twin, i)
			}
			seen[v] = i
		}
	}
	if len(seen) != 7 {
		t.Errorf("7 payments have %d versions", len(seen))
	}
}

// Forms are told apart, and what isn't a property of its own (TestVersionFollowsEveryProperty).
func TestVersionFollowsTheStep(t *testing.T) {
	failed, canceled := apiclient.Payin{Status: "FAILED"}, apiclient.Payin{Status: "CANCELED"}
	seen := map[string]Step{}
	for _, step := range []Step{
		ChooseOption{}, FillDetails{}, ReviewPayment{}, GiveReference{}, LeaveForBank{}, FollowInstructions{}, WaitInLine{}, ShowStatus{}, ShowProblem{},
		FollowInstructions{Stale: noon}, ShowStatus{Stale: noon}, ShowStatus{Payin: &failed}, ShowStatus{How: &FollowInstructions{}},
		ShowStatus{Status: known.Failed, Payin: &failed}, ShowStatus{Status: known.Failed, Payin: &canceled},
	} {
		if twin, known := seen[version(step)]; known {
			t.Errorf("%+v and %+v have one version", step, twin)
		}
		seen[version(step)] = step
	}
}

// A code that is another one at each read doesn't load the page anew each time.
func TestVersionOfACodeThatChanges(t *testing.T) {
	code := func(of string, fickle bool) string {
		return version(FollowInstructions{Payin: apiclient.Payin{QRCode: of}, Fickle: fickle})
	}
	if code("a", true) != code("b", true) || code("a", false) == code("b", false) {
		t.Error("a code that changes by itself needs a new page, or one that doesn't needs none")
	}
}

// An identical new reading changes nothing.
func TestVersionWithoutTheLastReading(t *testing.T) {
	f := online(facts(t, thai()))
	before := next[ShowStatus](t, f)
	f.Known.At = noon.Add(time.Minute)
	after := next[ShowStatus](t, f)
	if before.CheckedAt == after.CheckedAt || version(before) != version(after) {
		t.Errorf("%#v and %#v", before, after)
	}
}

// Another clock, zone or precision doesn't change a time.
func TestVersionOfTimes(t *testing.T) {
	at := time.Now()
	a := ShowStatus{SaidPaidAt: at, Stale: at}
	again := at.Round(0).Truncate(time.Second).In(time.FixedZone("x", 3600))
	b := ShowStatus{SaidPaidAt: again, Stale: again}
	if version(a) != version(b) {
		t.Error("one time has two versions")
	}
}

// Fault 53: "Gateway down and two replicas → no reload loop". The replicas read
// the payment at different times; a page of one isn't outdated at the other.
func TestFault53_ReplicasThatReadAtOtherTimes(t *testing.T) {
	earlier := noon.Add(-time.Minute)
	for _, pair := range [][2]Step{
		{ShowStatus{Status: known.Pending, Stale: noon}, ShowStatus{Status: known.Pending, Stale: earlier}},
		{FollowInstructions{Stale: noon}, FollowInstructions{Stale: earlier}},
	} {
		if version(pair[0]) != version(pair[1]) {
			t.Errorf("%T has two versions", pair[0])
		}
	}
	if version(ShowStatus{Status: known.Pending, Stale: noon}) == version(ShowStatus{Status: known.Pending}) {
		t.Error("that it is stale makes no difference")
	}
}

// Whatever else a page says of its payment changes its version: who is paid, how
// much, that nothing more will be known.
func TestVersionFollowsWhatIsAroundTheStep(t *testing.T) {
	about := About{Verified: true, OrderID: "order-1", Pays: money.MustParse("10", "THB"), Currency: "THB"}
	for i := range reflect.TypeFor[About]().NumField() {
		other := about
		change(t, reflect.ValueOf(&other).Elem().Field(i))
		if Version(Due{ShowStatus{}, about}) == Version(Due{ShowStatus{}, other}) {
			t.Errorf("another %s changes nothing", reflect.TypeFor[About]().Field(i).Name)
		}
	}
}

// Every property of a step that a waiting page shows changes its version, but for
// times of readings and what stands for another property.
func TestVersionFollowsEveryProperty(t *testing.T) {
	silent := map[string]bool{
		"CheckedAt": true, "Since": true, // a change needs no new page
		"Method":         true, // of instructions: the row follows from the payment
		"Payin":          true, // each of its properties: TestVersionFollowsThePayment
		"ReferenceState": true, // says nothing without a reference
	}
	for _, step := range []Step{FollowInstructions{}, ShowStatus{Payin: &apiclient.Payin{}, Reference: "1"}, WaitInLine{}, ShowProblem{}} {
		v := reflect.New(reflect.TypeOf(step)).Elem()
		v.Set(reflect.ValueOf(step))
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if _, text := step.(ShowStatus); silent[field.Name] && !(text && (field.Name == "Method" || field.Name == "ReferenceState")) {
				continue
			}
			other := reflect.New(v.Type()).Elem()
			other.Set(v)
			changes(other.Field(i), func(part reflect.Value, name string) {
				differ(t, part)
				if version(step) == version(other.Interface().(Step)) {
					t.Errorf("%T: another %s%s changes nothing", step, field.Name, name)
				}
				other.Set(v)
			})
		}
	}
}

// differ gives a property of a step another value.
func differ(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "other")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Struct:
		change(t, v)
	default:
		t.Fatalf("no other value for a %s", v.Type())
	}
}

// A time counts once a page shows it, and by the minute: some gateways count
// their deadline from the answer.
func TestVersionIgnoresTimesThatMove(t *testing.T) {
	at := func(status known.Status, word string, expire, processed time.Time) string {
		return version(ShowStatus{Status: status, Payin: &apiclient.Payin{Status: word, ExpireAt: expire, ProcessedAt: processed}})
	}
	if at(known.Pending, "PENDING", noon, noon) != at(known.Pending, "PENDING", noon.Add(59*time.Second), time.Time{}) {
		t.Error("seconds need a new page")
	}
	if at(known.Pending, "PENDING", noon, noon) == at(known.Pending, "PENDING", noon.Add(time.Minute), noon) {
		t.Error("another minute needs no new page")
	}
	if at(known.Success, "SUCCESS", noon, noon) == at(known.Success, "SUCCESS", noon, noon.Add(time.Second)) {
		t.Error("when it was paid needs no new page")
	}
}
