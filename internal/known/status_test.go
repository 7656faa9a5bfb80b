package known

import (
	"strings"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/money"
)

// The words of the gateway, alone and beside a code.
func TestFault32_Statuses(t *testing.T) {
	for word, want := range map[string]Status{
		"": Pending, "PENDING": Pending, "PROCESSING": Pending, "NEW_WORD": Pending, "SUCCESS": Success,
		"REFUSED": Failed, "FAILED": Failed, "CANCELED": Failed, "CANCELLED": Failed, "REJECTED": Failed, "DECLINED": Failed, "ERROR": Failed,
		"EXPIRED": Expired, "TIMEOUT": Expired,
	} {
		statusOf := func(p apiclient.Payin) Status { return Read(p, noon).View().Status() }
		if got := statusOf(apiclient.Payin{Status: word}); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
		beside := statusOf(apiclient.Payin{Status: word, FailureReason: "NONE"})
		if want := map[bool]Status{true: Failed, false: want}[word == ""]; beside != want {
			t.Errorf("%s beside NONE: %s, want %s", word, beside, want)
		}
		if documented := statusOf(apiclient.Payin{Status: word, FailureReason: apiclient.CodeSecurityCheck}); want == Pending && documented != Failed {
			t.Errorf("%s beside a documented code: %s", word, documented)
		}
		last := apiclient.Payin{Status: word, FailureReason: apiclient.CodeSecurityCheck, QRCode: "000201"}
		if got := Read(last, noon).View(); want == Pending && word != "" && (got.Status() != Pending || got.Class != Unsure) {
			t.Errorf("%s beside the last attempt's code and something to pay by: %s, %s", word, got.Status(), got.Class)
		}
		if strange := IsStrange(apiclient.Payin{Status: word}); strange != strings.HasPrefix(word, "NEW") {
			t.Errorf("%s: strange %v", word, strange)
		}
	}
}

// Each word says what is known of the money; an unlisted one nothing, whatever came
// before.
func TestWhatWordsSay(t *testing.T) {
	for class, words := range map[Class]string{
		Waits: " PENDING CREATED AWAITING", Partly: "PARTIALLY_PAID", Unsure: "PROCESSING OPEN NEW_WORD UNSURE",
		Works:  "VALIDATING VERIFYING IN_CLEARING CLEARING SETTLING PAYMENT_DETECTED PAYMENT_RECEIVED OVERPAID PAID COMPLETED SETTLED WORKING",
		Closes: "REFUNDED REVERSED CHARGEBACK VOID LAPSED ABANDONED BLOCKED CLOSED",
	} {
		for _, word := range strings.Split(words, " ") {
			v := Read(apiclient.Payin{Status: word}, noon).Merge(Read(apiclient.Payin{Status: "PENDING"}, noon.Add(-time.Minute))).View()
			if v.Class != class || v.Status() != Pending || v.Doubt != (class != Waits) {
				t.Errorf("%q: %s, %s, doubt %v; want %s", word, v.Class, v.Status(), v.Doubt, class)
			}
		}
	}
}

// A payment that the gateway calls pending is never more than overdue, and only
// once both clocks must agree.
func TestOverdue(t *testing.T) {
	p := Read(apiclient.Payin{Status: "PENDING", ExpireAt: noon}, noon).View()
	for after, want := range map[time.Duration]bool{-time.Second: false, 0: false, Tolerance: false, Tolerance + time.Second: true, 25 * time.Hour: true} {
		if got := p.Overdue(noon.Add(after)); got != want || p.Status() != Pending || p.Over(noon.Add(after)) {
			t.Errorf("after %s: overdue %v, %s", after, got, p.Status())
		}
	}
	for word, want := range map[string]bool{"EXPIRED": false, "FAILED": false, "SUCCESS": true} {
		v := Read(apiclient.Payin{Status: word, ExpireAt: noon}, noon).View()
		if v.Overdue(noon.Add(time.Hour)) || v.Over(noon.Add(59*time.Minute)) != want || !v.Over(noon.Add(61*time.Minute)) {
			t.Errorf("%s: an end is watched for an hour, success isn't", word)
		}
	}
}

// Late money matters for a day, so a browser keeps the payment for as long.
func TestAPaymentMattersADayAfterItsDeadline(t *testing.T) {
	for word, want := range map[string]time.Time{"PENDING": noon.Add(24 * time.Hour), "EXPIRED": noon.Add(24 * time.Hour), "SUCCESS": {}, "REFUSED": {}} {
		v := Read(apiclient.Payin{Status: word, ExpireAt: noon}, noon).View()
		if got := v.PayableUntil(noon.Add(-time.Hour), noon); !got.Equal(want) {
			t.Errorf("%s: until %v; want %v", word, got, want)
		}
	}
}

// Times that move by seconds, or that no page shows yet, are nothing new.
func TestWhatIsTheSame(t *testing.T) {
	p := Read(apiclient.Payin{Status: "PENDING", ExpireAt: noon}, noon).View()
	for name, c := range map[string]struct {
		payin apiclient.Payin
		same  bool
	}{
		"seconds":      {apiclient.Payin{Status: "PENDING", ExpireAt: noon.Add(59 * time.Second)}, true},
		"a minute":     {apiclient.Payin{Status: "PENDING", ExpireAt: noon.Add(time.Minute)}, false},
		"processed":    {apiclient.Payin{Status: "PENDING", ExpireAt: noon, ProcessedAt: noon}, true},
		"another word": {apiclient.Payin{Status: "PROCESSING", ExpireAt: noon}, false},
		"another code": {apiclient.Payin{Status: "PENDING", ExpireAt: noon, QRCode: "2"}, false},
	} {
		if got := p.Same(Read(c.payin, noon.Add(time.Hour)).View()); got != c.same {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// The order's amount is the requested one, also once a payment by another is paid.
func TestWhatWasRequestedWasOrdered(t *testing.T) {
	asked := apiclient.Payin{Status: "PENDING", Money: money.MustParse("1234.47", "THB"), Requested: money.MustParse("1234.50", "THB")}
	paid := Read(apiclient.Payin{Status: "SUCCESS", Money: asked.Money}, noon.Add(time.Minute))
	if v := paid.Merge(Read(asked, noon)).View(); v.Ordered != asked.Requested {
		t.Errorf("ordered %s; want %s", v.Ordered, asked.Requested)
	}
}
