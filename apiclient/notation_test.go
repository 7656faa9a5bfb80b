package apiclient

import (
	"encoding/json"
	"slices"
	"testing"
	"time"
)

// "The end of the time to pay: ISO 8601, UTC, with milliseconds" (interface.md): each
// usual notation of a moment is that moment, and what can be two is none.
func TestFault34_NotationsOfTimes(t *testing.T) {
	eight := time.Date(2026, 11, 28, 20, 0, 0, 0, time.UTC)
	half := eight.Add(500 * time.Millisecond)
	for raw, want := range map[string]time.Time{
		`"2026-11-28T20:00:00Z"`: eight, `"2026-11-28T20:00:00.500Z"`: half, `"2026-11-28T20:00:00,5Z"`: half, `"2026-11-28t20:00:00z"`: eight,
		`"2026-11-28 20:00:00"`: eight, `"2026-11-28 20:00"`: eight, `"2026-11-28T20:00Z"`: eight, `" 2026-11-28 20:00:00.500000 "`: half,
		`"2026-11-28 20:00:00 UTC"`: eight, `"2026-11-28 20:00:00+00"`: eight, `"2026-11-28 20:00:00 +0000"`: eight, `"2026-11-29T03:00:00 +07:00"`: eight,
		`"2026-11-28T20:00:00 GMT"`: eight, `"2026-11-29 03:00:00 GMT+07:00"`: eight, `"20261128T200000Z"`: eight, `"20261128T200000.5+0000"`: half,
		`"2026-11-28T20:00:00Z[UTC]"`: eight, `"2026-11-29T03:00:00+07:00[Asia/Bangkok]"`: eight, `"2026-11-28T15:00:00-05:00"`: eight,
		`1795896000000`: eight, `1795896000500`: half, `1795896000`: eight, `1795896000.500000000`: half, `"1795896000000"`: eight, `1.795896E12`: eight,
		`"Sat, 28 Nov 2026 20:00:00 GMT"`: eight, `"2026-11-28T20:00:00.123456789Z"`: eight.Add(123456789),
		`"9999-12-31T23:59:59.999Z"`: time.Date(9999, 12, 31, 23, 59, 59, 999e6, time.UTC), `"2020-01-01T00:00:00.000Z"`: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC),
		`null`: {}, `""`: {}, `"2026-02-30T11:00:00Z"`: {},
		`"2026-11-28"`: {}, `"28/11/2026 20:00"`: {}, `"11-28-2026 20:00:00"`: {}, `"20:00"`: {}, `"2026-11-28T25:00:00Z"`: {}, `"2026-02-30 20:00:00"`: {},
		`"2026-11-28 20:00:00 ICT"`: {}, `"tomorrow"`: {}, `true`: {}, `{}`: {}, `[]`: {}, `[2026,11,28,20,0]`: {},
		`0`: {}, `-1`: {}, `17`: {}, `1e300`: {}, `"NaN"`: {}, `"Infinity"`: {}, `20261128`: {}, `"20261128200000"`: {},
	} {
		got, ok := readTime(json.RawMessage(raw))
		if ok != !want.IsZero() || ok && (!got.Equal(want) || got.Location() != time.UTC) {
			t.Errorf("%s: got %v, %v; want %v", raw, got, ok, want)
		}
	}
}

// Some gateways write texts for pages of their own. What stands there is read as people
// would see it, and what only looks alike stays.
func TestNotationsOfTexts(t *testing.T) {
	for raw, want := range map[string][]string{
		"Smith &amp; Sons": {"Smith & Sons"}, "Caf&eacute; &#8220;Ros&#xE9;&#8221;": {"Café “Rosé”"}, "A &amp;amp; B": {"A & B"}, "O&#39;Brien": {"O'Brien"},
		"Open the <b>app</b><br>Pay<br/>Wait": {"Open the app", "Pay", "Wait"}, "<p>Open</p>\r\n<p class=\"x\">Pay</p>": {"Open", "Pay"},
		"<ol><li>Open</li><li>Pay</li></ol>": {"Open", "Pay"}, "Open\nPay": {"Open", "Pay"}, "&lt;b&gt;Pay&lt;/b&gt;": {"Pay"},
		`<a href="https://bank.example">Bank</a>`: {"Bank"}, "<script>alert(1)</script>Pay": {"Pay"}, "<!-- x -->Pay": {"Pay"}, "<STRONG>Pay</STRONG>": {"Pay"},
		"Send <amount> to <name>": {"Send <amount> to <name>"}, "A < B & C > D": {"A < B & C > D"}, "AT&T, R&D;": {"AT&T, R&D;"}, "R&copy": {"R&copy"},
		"a&nbsp;b": {"a\u00a0b"}, "<3 Shop": {"<3 Shop"}, "<br>": nil, "": nil, "&#0;Pay": {"\ufffdPay"}, "100% <b": {"100% <b"},
	} {
		if got := plainLines(raw); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", raw, got, want)
		}
	}
}

// Every text for people is read so, and what is copied or compared is not.
func TestAnswersWithHTML(t *testing.T) {
	body := with(`"idPayin"`, `"account":{"accountName":"Smith &amp; Sons","accountNumber":" 00&1 "},"qrName":"<b>QR</b>","paymentOperator":{"code":"1","name":"K&#43;"},`+
		`"paymentInstructionList":["Open<br>Pay",{"title":"<b>ATM</b>","steps":["<p>Insert</p><p>Pay</p>"]}],"redirectUrl":" https://bank.example/?a=1&amp;b \n","idPayin"`)
	client, _, _ := setup(t, answer(200, body))
	p, err := client.GetPayin(t.Context(), testToken, "order-1")
	if err != nil {
		t.Fatal(err)
	}
	if p.Account != (Account{Name: "Smith & Sons", Number: "00&1"}) || p.QRName != "QR" || p.Operator.Name != "K+" || p.RedirectURL != "https://bank.example/?a=1&amp;b" ||
		len(p.InstructionList) != 2 || !slices.Equal(p.InstructionList[0].Steps, []string{"Open", "Pay"}) || p.InstructionList[1].Title != "ATM" ||
		!slices.Equal(p.InstructionList[1].Steps, []string{"Insert", "Pay"}) {
		t.Errorf("got %+v", p)
	}
}
