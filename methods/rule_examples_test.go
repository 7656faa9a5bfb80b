package methods

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// at is a method of the country.
func at(country string) Method { return Method{Code: "TEST", Currency: "XTS", Country: country} }

// good lists values that each rule accepts, with the result. It includes every
// good example of the table "Rules by field".
var good = []struct {
	rule    Rule
	country string
	typed   string
	want    string
}{
	{RuleUPI, "IN", "merchant.1001@okaxis", "merchant.1001@okaxis"},
	{RuleUPI, "IN", " 9876543210@ybl ", "9876543210@ybl"},
	{RuleUPI, "IN", "９８７６５４３２１０＠ybl", "9876543210@ybl"},
	{RuleReference, "", "432112345678", "432112345678"},
	{RuleReferenceUPI, "", "4321 1234 5678", "432112345678"},
	{RuleReference, "", "4321 1234-5678", "432112345678"},
	{RuleReference, "", "४३२११२३४५६७८", "432112345678"},
	{RuleReference, "", "４３２１１２３４５６７８", "432112345678"},
	{RuleReference, "", "\u202a432112345678\u202c", "432112345678"},
	{RuleAccountZA, "ZA", "62000000000", "62000000000"},
	{RuleAccountZA, "ZA", "62 0000-00000", "62000000000"},
	{RulePayShap, "ZA", "62000000000", "62000000000"},
	{RulePayShap, "ZA", "0812345678@standardbank", "0812345678@standardbank"},
	{RulePromptPay, "TH", "0801234567", "0801234567"},
	{RulePromptPay, "TH", "080-123-4567", "0801234567"},
	{RulePromptPay, "TH", "+66 80 123 4567", "0801234567"},
	{RulePromptPay, "TH", "๐๘๐๑๒๓๔๕๖๗", "0801234567"},
	{RulePromptPay, "TH", "1234567890121", "1234567890121"},
	{RulePromptPay, "TH", "1-2345-67890-12-1", "1234567890121"},
	{RulePromptPay, "TH", "123456789012345", "123456789012345"},
	{RulePhone, "GH", "0241234567", "+233241234567"},
	{RulePhone, "KE", "0712345678", "+254712345678"},
	{RulePhone, "KE", "+254 712 345 678", "+254712345678"},
	{RulePhone, "IN", "०२२ २७७८ ७७७७", "+912227787777"},
	{RulePhone, "", "+254 712 345 678", "+254712345678"},
	{RuleMobile, "GH", "0241234567", "+233241234567"},
	{RuleMobile, "KE", "0712345678", "+254712345678"},
	{RuleMobile, "MX", "55 1234 5678", "+525512345678"},
	{RuleMobile, "AR", "+54 9 11 2345-6789", "+5491123456789"},
	{RuleEmail, "", "a@b.co", "a@b.co"},
	{RuleEmail, "", " first.last+tag@sub.example.com", "first.last+tag@sub.example.com"},
	{RuleEmail, "", "ａ＠ｂ．ｃｏ", "a@b.co"},
	{RuleNameKR, "KR", "홍길동", "홍길동"},
	{RuleNameKR, "KR", "홍 길동", "홍길동"},
	{RuleNameKR, "KR", "\u1112\u1169\u11bc\u1100\u1175\u11af\u1103\u1169\u11bc", "홍길동"},
	{RuleNameKR, "KR", "홍길동2", "홍길동2"},
	{RuleNameKR, "KR", "Hong Gil-dong", "Hong Gil-dong"},
	{RuleNameJP, "JP", "ﾔﾏﾀﾞ ﾀﾛｳ", "ﾔﾏﾀﾞ ﾀﾛｳ"},
	{RuleNameJP, "JP", "ヤマダ　タロウ", "ヤマダ　タロウ"},
	{RuleNameJP, "JP", "Yamada Taro 2", "Yamada Taro 2"},
	{RuleNameJP, "JP", "ｶ)ﾔﾏﾀﾞｼﾖｳｶｲ", "ｶ)ﾔﾏﾀﾞｼﾖｳｶｲ"},
	{RuleCUIT, "AR", "20267565393", "20267565393"},
	{RuleCUIT, "AR", "20-26756539-3", "20267565393"},
	{RuleCBU, "AR", "2850590940090418135201", "2850590940090418135201"},
	{RuleIdentityCO, "CO", "1020304050", "1020304050"},
	{RuleIdentityCO, "CO", "1.020.304.050", "1020304050"},
	{RuleIdentityCO, "CO", "123456", "123456"},
	{RuleIdentityCO, "CO", "8600029644", "8600029644"},
	{RuleIdentityCO, "CO", "860.002.964-4", "8600029644"},
	{RuleIdentityCO, "CO", "ab123456", "AB123456"},
	{RuleNUBAN, "NG", "0000014579", "0000014579"},
	{RuleAccountVN, "VN", "V3CAS62627239", "V3CAS62627239"},
	{RuleMobileTW, "TW", "0912345678", "+886912345678"},
	{RuleMobileTW, "TW", "+886 912-345-678", "+886912345678"},
	{RuleWalletPhoneID, "ID", "081234567890", "+6281234567890"},
	{RuleWalletPhoneID, "ID", "62 812-3456-7890", "+6281234567890"},
	{RuleName, "VN", "Nguyễn Văn A 2", "Nguyễn Văn A 2"},
	{RuleName, "", "  李小龍 ", "李小龍"},
	{RuleName, "", strings.Repeat("名", 100), strings.Repeat("名", 100)},
	{RuleName, "IN", "അവന്\u200d", "അവന്\u200d"},
	{RuleName, "IN", "क्\u200dष", "क्\u200dष"},
	{RuleText, "", "12 Main St.", "12 Main St."},
	{RuleCountry, "TW", "Taiwan", "TW"},
	{RuleCountry, "TW", " 台灣 ", "TW"},
	{RuleCountry, "TW", "tw", "TW"},
	{RuleCountry, "TW", "ไทย", "TH"},
	{RuleCountry, "", "Côte d’Ivoire", "Côte d’Ivoire"}, // not a country of any method
	{RuleCountry, "TW", "Elbonia", "Elbonia"},
	{RuleAccount, "JP", "123-4567 8", "12345678"},
	{RulePromptPay, "TH", "123-4-56789-0", "1234567890"},
	{RulePromptPay, "TH", "1112223334", "1112223334"},
	{RulePromptPay, "TH", "0212345678", "0212345678"},
	{RulePromptPay, "TH", "020 1 2345678 9", "020123456789"},
	{RulePromptPay, "TH", "66812345678", "0812345678"},
	{RulePromptPay, "TH", "0066812345678", "0812345678"},
	{RulePromptPay, "TH", "+66 (0)80 123 4567", "0801234567"},
	{RulePromptPay, "TH", "(081) 234-5678", "0812345678"},
	{RulePhone, "ZA", "+14155552671", "+14155552671"},
	{RulePhone, "IN", "+1 415 555 2671", "+14155552671"},
	{RulePhone, "TH", "+66 (0)81 234 5678", "+66812345678"},
	{RulePhone, "TH", "66812345678", "+66812345678"},
	{RulePhone, "TH", "0066 81 234 5678", "+66812345678"},
	{RulePhone, "JP", "０９０ー１２３４ー５６７８", "+819012345678"},
	{RulePhone, "JP", "(090)1234-5678", "+819012345678"},
	{RulePhone, "CO", "57 300 123 4567", "+573001234567"},
	{RulePhoneChecked, "IN", "98765 43210", "+919876543210"},
	{RulePhoneChecked, "IN", "+14155552671", "+14155552671"},
	{RuleMobile, "GH", "233 24 123 4567", "+233241234567"},
	{RuleMobileTW, "TW", "886912345678", "+886912345678"},
	{RuleMobileTW, "TW", "+886 (0)912 345 678", "+886912345678"},
	{RuleMobileTW, "TW", "+14155552671", "+14155552671"},
	{RuleMobileTW, "TW", "912-345-678", "+886912345678"},
	{RuleWalletPhoneID, "ID", "+62 (0)812 3456 7890", "+6281234567890"},
	{RuleWalletPhoneID, "ID", "81234567890", "+6281234567890"},
	{RuleEmail, "", "taro..yamada@docomo.ne.jp", "taro..yamada@docomo.ne.jp"},
	{RuleEmail, "", "taro.@ezweb.ne.jp", "taro.@ezweb.ne.jp"},
	{RuleEmail, "", "o'brien@example.ie", "o'brien@example.ie"},
	{RuleNameKR, "KR", "(주)카카오", "(주)카카오"},
	{RuleNameKR, "KR", "LG전자", "LG전자"},
	{RuleNameKR, "KR", "洪吉童", "洪吉童"},
	{RuleNameKR, "KR", "홍", "홍"},
	{RuleNameKR, "KR", "남궁 민수", "남궁민수"},
	{RuleAccountVN, "VN", "0011 0012 3456", "001100123456"},
	{RuleAccountZA, "ZA", "(62) 000 00000", "6200000000"},
	{RuleUPI, "IN", "98765 43210 @ ybl", "9876543210@ybl"},
	{RuleCBU, "AR", "mi.alias.mp", "mi.alias.mp"},
	{RuleIdentityCO, "CO", "CC 1020304050", "1020304050"},
	{RuleIdentityCO, "CO", "C.C. N° 1.020.304.050", "1020304050"},
	{RuleIdentityCO, "CO", "TI 10203040506", "10203040506"},
	{RuleIdentityCO, "CO", "TI,10203040506", "10203040506"},
	{RuleIdentityCO, "CO", "T-I 10203040506", "10203040506"},
	{RuleIdentityCO, "CO", "10203040506", "10203040506"},
	{RuleIdentityCO, "CO", "NIT 860.002.964-4", "8600029644"},
	{RuleAccountType, "MY", "personal", "personal"},
	{RuleAccountType, "MY", "Corporate", "corporate"},
	{RulePromptPay, "TH", "12345678901", "12345678901"},
	{RulePromptPay, "TH", "๑๑๑๒๒๒๓๓๓๔", "1112223334"},
	{RulePromptPay, "TH", "0812345678", "0812345678"},
	{RulePromptPay, "TH", "+66812345678", "0812345678"},
	{RulePromptPay, "TH", "(+66) 81 234 5678", "0812345678"},
	{RulePromptPay, "TH", "０８１２３４５６７８", "0812345678"},
	{RulePhone, "TH", "(081) 234-5678", "+66812345678"},
	{RulePhone, "TH", "๐๘๑๒๓๔๕๖๗๘", "+66812345678"},
	{RulePhone, "JP", "+44 (0)7911 123456", "+447911123456"},
	{RulePhoneChecked, "ZA", "+44 (0)7911 123456", "+447911123456"},
	{RuleMobileTW, "TW", "+44 (0)7911 123456", "+447911123456"},
	{RuleNameKR, "KR", "주식회사 보기상사", "주식회사 보기상사"},
	{RuleEmail, "JP", "a...b@au.com", "a...b@au.com"},
	{RuleCBU, "AR", "SOL-LUNA-RIO", "SOL-LUNA-RIO"},
	{RuleIdentityCO, "CO", "C.C. 1.020.304.050", "1020304050"},
	{RuleIdentityCO, "CO", "AB123456", "AB123456"},
}

func TestGoodExamples(t *testing.T) {
	for _, c := range good {
		got := at(c.country).Check(Field{Name: "x", Rule: c.rule, Required: true}, c.typed)
		if got.Problem != nil || got.Value != c.want {
			t.Errorf("%s %q: got %q, %+v; want %q", c.rule, c.typed, got.Value, got.Problem, c.want)
		}
	}
}

// bad lists values that each rule refuses or warns about, with the message. It
// includes every bad example of the table "Rules by field".
var bad = []struct {
	rule    Rule
	country string
	typed   string
	want    Problem
}{
	{RuleUPI, "IN", "merchant@", Problem{Key: "error.upi", Soft: true}},
	{RuleUPI, "IN", "a b@upi", Problem{Key: "error.upi-space", Soft: true}},
	{RuleUPI, "IN", "a@upi", Problem{Key: "error.upi-name", Vars: vars("Min", 2, "Have", 1), Soft: true}},
	{RuleUPI, "IN", strings.Repeat("a", 256) + "@upi", Problem{Key: "error.too-long", Vars: vars("Max", 255, "Have", 260)}},
	{RuleUPI, "IN", "9876543210", Problem{Key: "error.upi", Soft: true}},
	{RuleUPI, "IN", "@upi", Problem{Key: "error.upi", Soft: true}},
	{RuleUPI, "IN", "ab@upi@upi", Problem{Key: "error.upi", Soft: true}},
	{RuleUPI, "IN", "a+b@upi", Problem{Key: "error.upi-signs", Soft: true}},
	{RuleUPI, "IN", ".ab@upi", Problem{Key: "error.upi-signs", Soft: true}},
	{RuleUPI, "IN", "name@gmail.com", Problem{Key: "error.upi-bank", Soft: true}},
	{RuleUPI, "IN", "name@1bank", Problem{Key: "error.upi-bank", Soft: true}},
	{RuleReferenceUPI, "", "43211234567", Problem{Key: "error.digits", Vars: vars("Want", 12, "Have", 11), Soft: true}},
	{RuleReference, "", "43211234567", Problem{Key: "error.digits", Vars: vars("Want", 12, "Have", 11)}},
	{RuleReference, "", "4321123456789", Problem{Key: "error.digits", Vars: vars("Want", 12, "Have", 13)}},
	{RuleReference, "", "43211234567a", Problem{Key: "error.only-digits"}},
	{RuleAccountZA, "ZA", "123", Problem{Key: "error.account-za", Vars: vars("Min", 7, "Max", 13, "Have", 3), Soft: true}},
	{RulePayShap, "ZA", "x@", Problem{Key: "error.shapid", Soft: true}},
	{RulePromptPay, "TH", "1234567890120", Problem{Key: "error.check-digit", Soft: true}},
	{RulePromptPay, "TH", "somchai", Problem{Key: "error.only-digits", Soft: true}},
	{RuleMobile, "GH", "0302123456", Problem{Key: "error.mobile-country", Vars: vars("Country", "GH", "Code", 233), Soft: true}},
	{RuleMobile, "GH", "+1 415 555 2671", Problem{Key: "error.mobile-country", Vars: vars("Country", "GH", "Code", 233), Soft: true}},
	{RuleMobile, "KE", "12", Problem{Key: "error.mobile-country", Vars: vars("Country", "KE", "Code", 254), Soft: true}},
	{RuleMobile, "", "0712345678", Problem{Key: "error.phone", Soft: true}},
	{RuleMobile, "", "+912227787777", Problem{Key: "error.mobile", Soft: true}},
	{RulePhone, "GH", "12", Problem{Key: "error.phone-country", Vars: vars("Country", "GH", "Code", 233), Soft: true}},
	{RulePhone, "ZA", "0800 FLOWER", Problem{Key: "error.phone-country", Vars: vars("Country", "ZA", "Code", 27), Soft: true}},
	{RulePhone, "", "0712345678", Problem{Key: "error.phone", Soft: true}},
	{RuleEmail, "", "A B <a@b.co>", Problem{Key: "error.email"}},
	{RuleEmail, "", "a@b", Problem{Key: "error.email"}},
	{RuleEmail, "", "<a@b.co>", Problem{Key: "error.email"}},
	{RuleEmail, "", "a@b..co", Problem{Key: "error.email"}},
	{RuleEmail, "", "a@[127.0.0.1]", Problem{Key: "error.email"}},
	{RuleEmail, "", "a@b.co, c@d.co", Problem{Key: "error.email"}},
	{RuleEmail, "", strings.Repeat("a", 250) + "@b.co", Problem{Key: "error.email"}},
	{RuleNameKR, "KR", "ㅎㄱㄷ", Problem{Key: "error.name-kr", Soft: true}},
	{RuleNameJP, "JP", "山田太郎", Problem{Key: "error.name-jp", Soft: true}},
	{RuleCUIT, "AR", "20267565394", Problem{Key: "error.check-digit", Soft: true}},
	{RuleCUIT, "AR", "2026756539", Problem{Key: "error.digits", Vars: vars("Want", 11, "Have", 10), Soft: true}},
	{RuleCBU, "AR", "2850590940090418135200", Problem{Key: "error.check-digit", Soft: true}},
	{RuleCBU, "AR", "2850590840090418135201", Problem{Key: "error.check-digit", Soft: true}},
	{RuleIdentityCO, "CO", "12345", Problem{Key: "error.identity-co-digits", Vars: vars("Have", 5), Soft: true}},
	{RuleIdentityCO, "CO", "123456789012", Problem{Key: "error.identity-co-digits", Vars: vars("Have", 12), Soft: true}},
	{RuleIdentityCO, "CO", "AB12", Problem{Key: "error.identity-co-passport", Vars: vars("Min", 5, "Max", 16, "Have", 4), Soft: true}},
	{RuleIdentityCO, "CO", "12#4567", Problem{Key: "error.identity-co", Soft: true}},
	{RuleIdentityCO, "CO", "8600029645", Problem{Key: "error.check-digit", Soft: true}},
	{RuleIdentityCO, "CO", "860.002.964-5", Problem{Key: "error.check-digit", Soft: true}},
	{RuleIdentityCO, "CO", "ab", Problem{Key: "error.identity-co", Soft: true}},
	{RuleNUBAN, "NG", "123456789", Problem{Key: "error.digits", Vars: vars("Want", 10, "Have", 9), Soft: true}},
	{RuleAccountVN, "VN", "0011#0012", Problem{Key: "error.account-signs", Soft: true}},
	{RuleAccountVN, "VN", "00110", Problem{Key: "error.account", Vars: vars("Min", 6, "Max", 19, "Have", 5), Soft: true}},
	{RuleMobileTW, "TW", "0212345678", Problem{Key: "error.mobile-tw-start", Vars: vars("Start", "02"), Soft: true}},
	{RuleMobileTW, "TW", "091234567", Problem{Key: "error.mobile-tw", Vars: vars("Have", 9), Soft: true}},
	{RuleMobileTW, "TW", "+886 91234567", Problem{Key: "error.mobile-tw", Vars: vars("Have", 9), Soft: true}},
	{RuleMobileTW, "TW", "0912-345-67x", Problem{Key: "error.only-digits", Soft: true}},
	{RuleWalletPhoneID, "ID", "02112345678", Problem{Key: "error.wallet-phone-id-start", Vars: vars("Start", "021"), Soft: true}},
	{RuleWalletPhoneID, "ID", "080123456789", Problem{Key: "error.wallet-phone-id-start", Vars: vars("Start", "080"), Soft: true}},
	{RuleWalletPhoneID, "ID", "+60123456789", Problem{Key: "error.mobile-country", Vars: vars("Country", "ID", "Code", 62), Soft: true}},
	{RuleWalletPhoneID, "ID", "081234567", Problem{Key: "error.wallet-phone-id", Vars: vars("Have", 9), Soft: true}},
	{RuleWalletPhoneID, "ID", "62 812345678901 2", Problem{Key: "error.wallet-phone-id", Vars: vars("Have", 14), Soft: true}},
	{RuleName, "", strings.Repeat("x", 101), Problem{Key: "error.long", Vars: vars("Max", 100, "Have", 101), Soft: true}},
	{RuleText, "", "a\nb", Problem{Key: "error.characters"}},
	{RuleCountry, "TW", "a\nb", Problem{Key: "error.characters"}},
	{RuleAccount, "JP", "12", Problem{Key: "error.account", Vars: vars("Min", 4, "Max", 34, "Have", 2), Soft: true}},
	{RuleAccount, "JP", "1234#5678", Problem{Key: "error.account-signs", Soft: true}},
	{RuleAccountType, "MY", "savings", Problem{Key: "error.choice", Soft: true}},
	{RulePromptPay, "TH", "12", Problem{Key: "error.promptpay", Vars: vars("Have", 2), Soft: true}},
	{RulePromptPay, "TH", "12345678901234", Problem{Key: "error.promptpay", Vars: vars("Have", 14), Soft: true}},
	{RulePhoneChecked, "IN", "12", Problem{Key: "error.phone-country", Vars: vars("Country", "IN", "Code", 91)}},
	{RulePhoneChecked, "IN", "number", Problem{Key: "error.phone-country", Vars: vars("Country", "IN", "Code", 91)}},
	{RulePhoneChecked, "IN", "98765 432101", Problem{Key: "error.phone-country", Vars: vars("Country", "IN", "Code", 91), Soft: true}},
	{RulePhone, "TH", "081 234 567", Problem{Key: "error.phone-country", Vars: vars("Country", "TH", "Code", 66), Soft: true}},
	{RuleCBU, "AR", "mi alias", Problem{Key: "error.cbu-alias", Soft: true}},
	{RuleCBU, "AR", "28505909400904181352", Problem{Key: "error.digits", Vars: vars("Want", 22, "Have", 20), Soft: true}},
	{RuleIdentityCO, "CO", "NIT 860.002.964-5", Problem{Key: "error.check-digit", Soft: true}},
	{RuleIdentityCO, "CO", "CC 12345", Problem{Key: "error.identity-co-digits", Vars: vars("Have", 5), Soft: true}},
	{RuleName, "", strings.Repeat("x", 256), Problem{Key: "error.too-long", Vars: vars("Max", 255, "Have", 256)}},
	{RuleEmail, "", "用户@例え.jp", Problem{Key: "error.email", Soft: true}},
	{RuleEmail, "", "taro..yamada@gmail.com", Problem{Key: "error.email"}},
	{RuleEmail, "", "a@b,co", Problem{Key: "error.email"}},
}

func TestBadExamples(t *testing.T) {
	for _, c := range bad {
		got := at(c.country).Check(Field{Name: "x", Rule: c.rule, Required: true}, c.typed)
		if got.Problem == nil {
			t.Errorf("%s %q: accepted as %q", c.rule, c.typed, got.Value)
			continue
		}
		if diff := cmp.Diff(c.want, *got.Problem); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", c.rule, c.typed, diff)
		}
		if !got.Problem.Soft && got.Value != strings.TrimSpace(c.typed) {
			t.Errorf("%s %q: what was typed became %q", c.rule, c.typed, got.Value)
		}
	}
}

func TestEveryRuleHasExamples(t *testing.T) {
	var fine, refused = map[Rule]bool{}, map[Rule]bool{}
	for _, c := range good {
		fine[c.rule] = true
	}
	for _, c := range bad {
		refused[c.rule] = true
	}
	for _, r := range Rules() {
		if !fine[r] || !refused[r] {
			t.Errorf("%s: good example %v, bad example %v", r, fine[r], refused[r])
		}
	}
}

// Fault 14: script is text like any other, length is reported, what turns the
// writing direction or can't be printed is refused, and what nobody sees goes.
func TestFault14_Names(t *testing.T) {
	name := Field{Name: "accountName", Rule: RuleName}
	if got := at("").Check(name, "<script>alert(1)</script>"); got.Problem != nil {
		t.Errorf("markup is text, and escaped where it is shown; got %+v", got.Problem)
	}
	got := at("").Check(name, strings.Repeat("a", 10_000))
	want := &Problem{Key: "error.too-long", Vars: vars("Max", 255, "Have", 10_000)}
	if diff := cmp.Diff(want, got.Problem); diff != "" {
		t.Errorf("10,000 characters (-want +got):\n%s", diff)
	}
	for _, odd := range []string{
		"a\u202eb", "a\u202db", "a\u0000b", "a\tb", "a\nb", "a\rb", "a\u0085b", "a\u2028b", "a\ue000b", "a\xffb", "a\ufffdb", "a\ufff9b",
	} {
		if got := at("").Check(name, odd); got.Problem == nil || got.Problem.Key != "error.characters" {
			t.Errorf("%q: got %q, %+v", odd, got.Value, got.Problem)
		}
	}
	for typed, want := range map[string]string{
		"a\u202ab\u202c": "ab", "\u2068a b\u2069": "a b", "a\u200eb": "ab", "a\u061cb": "ab", "a\u200bb": "ab", "a\ufeffb": "ab", "a\u2060b": "ab",
		"a\u00adb": "ab", "a\u3164b": "ab", "a\u200db": "ab", "\u200ca": "a", "क \u200dष": "क ष", "क\u200d\u200d": "क\u200d", "\U000e0041a": "a",
		"a\ufe0f": "a", "a\u034fb": "ab", "क\u094d\u200dष": "क\u094d\u200dष", "می\u200cخواهم": "می\u200cخواهم", "辻\U000e0100": "辻\U000e0100",
	} {
		if got := at("").Check(name, typed); got.Problem != nil || got.Value != want {
			t.Errorf("%+q: got %+q, %+v", typed, got.Value, got.Problem)
		}
	}
	if got := at("").Check(Field{Name: "accountName", Rule: RuleName, Required: true}, "\u200b\ufeff"); got.Problem == nil || got.Problem.Key != "error.empty" {
		t.Errorf("a name that nobody sees: got %+v", got)
	}
}

func TestReference(t *testing.T) {
	p2a, _ := Default().Find("P2A_V2", "INR")
	upi, _ := Default().Find("UPIQR", "INR")
	for _, m := range []Method{p2a, upi} {
		if got := m.CheckReference("4321 1234 5678"); got.Value != "432112345678" || got.Problem != nil {
			t.Errorf("%s: got %+v", m.Code, got)
		}
		if got := m.CheckReference(" "); got.Problem == nil || got.Problem.Key != "error.empty" || got.Problem.Soft {
			t.Errorf("%s: got %+v", m.Code, got)
		}
	}
	if got := p2a.CheckReference("4321"); got.Problem == nil || got.Problem.Soft {
		t.Errorf("P2A_V2, exactly 12 digits: got %+v", got)
	}
	for typed, want := range map[string]string{"4321": "4321", "T2411 2212 3456": "T241122123456"} {
		if got := upi.CheckReference(typed); got.Problem == nil || !got.Problem.Soft || got.Value != want {
			t.Errorf("UPIQR, of which the interface says nothing: %q gives %+v, %+v", typed, got, got.Problem)
		}
	}
	if got := upi.CheckReference(strings.Repeat("4", MaxValue+1)); got.Problem == nil || got.Problem.Soft {
		t.Errorf("what nothing can take: got %+v", got)
	}
}

func TestNUBANWithItsBank(t *testing.T) {
	m, _ := Default().Find("OFFLINE", "NGN")
	for bank, want := range map[string]bool{"011": true, "": true, "058": false, "First Bank": true} {
		values, problems := m.CheckAll(map[string]string{"accountNumber": "0000014579", "paymentOperatorCode": bank})
		problem := problems["accountNumber"]
		if problem != nil && (problem.Key != "error.nuban-bank" || !problem.Soft) {
			t.Errorf("bank %q: got %+v", bank, problem)
		}
		if got := problem == nil; got != want || values["accountNumber"] != "0000014579" {
			t.Errorf("bank %q: got %v, %+v; want fitting: %v", bank, values, problems, want)
		}
	}
}
