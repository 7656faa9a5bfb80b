package layout

import "testing"

// Ours: a short name isn't broken at its hyphen, and no letter of a text changes.
func TestNamesWithHyphensStayWhole(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "",
		"Kasikornbank":                        "Kasikornbank",
		"7-ELEVEN":                            `<span class="whole">7-ELEVEN</span>`,
		"ibon (7-ELEVEN)":                     `<span>ibon <span class="whole">(7-ELEVEN)</span></span>`,
		"Continue to 7-ELEVEN":                `<span>Continue to <span class="whole">7-ELEVEN</span></span>`,
		"M-PESA, T-Mobile.":                   `<span><span class="whole">M-PESA,</span> <span class="whole">T-Mobile.</span></span>`,
		"7-ELEVENで支払う":                        `<span><span class="whole">7-ELEVEN</span>で支払う</span>`,
		"\u2068Coca-Cola\u2069-இல்":           `<span>` + "\u2068" + `<span class="whole">Coca-Cola</span>` + "\u2069-இல்</span>",
		"A&B <C-D>":                           `<span>A&amp;B &lt;<span class="whole">C-D</span>&gt;</span>`,
		"Übergangs-Überweisungs-Konto":        "Übergangs-Überweisungs-Konto", // too long to be kept whole
		"Lange-Namen-Bank, 7-ELEVEN":          `<span>Lange-Namen-Bank, <span class="whole">7-ELEVEN</span></span>`,
		"xn--pple-43d.example":                "xn--pple-43d.example", // one word, and long
		"a-b@c-d.example/e-f":                 "a-b@c-d.example/e-f",
		"- a -b c- --":                        "- a -b c- --",
		"9f8b1c2d-0000-4000-8000-1234567890a": "9f8b1c2d-0000-4000-8000-1234567890a",
	} {
		if got := whole(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// Ours: a sentence that doesn't fit begins on a new line, and no letter of a text
// changes.
func TestSentencesStayWhole(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		"Paid. Thank you.":             `<span class="s">Paid.</span> <span class="s">Thank you.</span>`,
		"Nothing was charged.":         "Nothing was charged.",
		"Not paid? At 7-ELEVEN “A.” B": `<span class="s"><span class="s">Not paid?</span> <span class="s"><span>At <span class="whole">7-ELEVEN</span> “A.”</span></span></span> <span class="s">B</span>`,
		"Not paid? Start again.":       `<span class="s">Not paid?</span> <span class="s">Start again.</span>`,
		"支払い済みです。お待ちください。":     `<span class="s">支払い済みです。</span><span class="s">お待ちください。</span>`,
		"支払い済み？「はい。」次へ":        `<span class="s"><span class="s">支払い済み？</span><span class="s">「はい。」</span></span><span class="s">次へ</span>`,
		"ပေးပြီး။ ကျေးဇူး။":    `<span class="s">ပေးပြီး။</span> <span class="s">ကျေးဇူး။</span>`,
		"हो गया। धन्यवाद।":     `<span class="s">हो गया।</span> <span class="s">धन्यवाद।</span>`,
		"รอ\u2002อย่าจ่ายซ้ำ":  `<span class="s">รอ</span> <span class="s">อย่าจ่ายซ้ำ</span>`,
		"បានបង់។ អរគុណ។":       `<span class="s">បានបង់។</span> <span class="s">អរគុណ។</span>`,
		"失敗！再試行。":              `<span class="s">失敗！</span><span class="s">再試行。</span>`,
		"مدفوع؟ نعم.":          `<span class="s">مدفوع؟</span> <span class="s">نعم.</span>`,
		"pay.example at 18.45": "pay.example at 18.45",
	} {
		if got := apart(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// The amount in a text is marked, not the end of a longer one that comes first.
func TestAmountInAText(t *testing.T) {
	for text, want := range map[string]string{
		"You paid 234.50 ฿ of 1,234.50 ฿": "You paid ",
		"သင် 1,234.50 ฿ အနက် 234.50 ฿ ပေးချေပြီးပါပြီ": "သင် 1,234.50 ฿ အနက် ",
		"234.50 ฿": "",
	} {
		if at := indexOfAmount(text, "234.50 ฿"); at < 0 || text[:at] != want {
			t.Errorf("%q: found at %d, want it behind %q", text, at, want)
		}
	}
	for _, amount := range []string{"", "34.50 ฿", "5 ฿"} {
		if at := indexOfAmount("You paid 234.50 ฿", amount); at >= 0 {
			t.Errorf("%q is found at %d", amount, at)
		}
	}
}
