package methods

import "testing"

// accepted checks that a rule accepts all spellings of a number or name without
// a warning, with the same result.
func accepted(t *testing.T, rule Rule, country string, spellings map[string]string) {
	t.Helper()
	for typed, want := range spellings {
		if got := at(country).Check(Field{Name: "x", Rule: rule, Required: true}, typed); got.Problem != nil || got.Value != want {
			t.Errorf("%s %q: got %q, %+v; want %q", rule, typed, got.Value, got.Problem, want)
		}
	}
}

// By the interface accountNumber is where the money comes from: a bank account
// or a PromptPay id.
func TestPromptPayTakesThaiBankAccounts(t *testing.T) {
	accepted(t, RulePromptPay, "TH", map[string]string{
		"123-4-56789-0": "1234567890", "1112223334": "1112223334", "12345678901": "12345678901",
		"020 1 2345678 9": "020123456789", "๑๑๑๒๒๒๓๓๓๔": "1112223334",
	})
}

func TestEverySpellingOfAThaiMobileIsOneNumber(t *testing.T) {
	for _, typed := range []string{
		"0812345678", "081-234-5678", "(081) 234-5678", "66812345678", "+66812345678", "+66 (0)81 234 5678", "0066 81 234 5678",
		"๐๘๑๒๓๔๕๖๗๘", "０８１２３４５６７８", "(+66) 81 234 5678",
	} {
		accepted(t, RulePromptPay, "TH", map[string]string{typed: "0812345678"})
		accepted(t, RulePhone, "TH", map[string]string{typed: "+66812345678"})
	}
}

// If the number is only for messages, any country's will do.
func TestForeignPhonesAreTakenForMessages(t *testing.T) {
	for _, rule := range []Rule{RulePhone, RulePhoneChecked, RuleMobileTW} {
		for _, country := range []string{"TW", "IN", "ZA", "TH", "JP"} {
			accepted(t, rule, country, map[string]string{"+1 415 555 2671": "+14155552671", "+44 (0)7911 123456": "+447911123456"})
		}
	}
}

// A wallet's number gets a payment request: one from abroad is sent after a
// warning.
func TestForeignWalletNumbersAreDoubtedAndSent(t *testing.T) {
	for rule, country := range map[Rule]string{RuleMobile: "GH", RuleWalletPhoneID: "ID"} {
		got := at(country).Check(Field{Rule: rule}, "+1 415 555 2671")
		if got.Problem == nil || !got.Problem.Soft || got.Value != "+14155552671" {
			t.Errorf("%s: got %+v", rule, got)
		}
	}
}

func TestKoreanCompaniesHanjaAndShortNamesAreTaken(t *testing.T) {
	accepted(t, RuleNameKR, "KR", map[string]string{
		"(주)카카오": "(주)카카오", "LG전자": "LG전자", "洪吉童": "洪吉童", "김": "김",
		"주식회사 보기상사": "주식회사 보기상사", "Hong Gil-dong": "Hong Gil-dong",
	})
}

func TestJapaneseCarrierAddressesAreTaken(t *testing.T) {
	accepted(t, RuleEmail, "JP", map[string]string{
		"taro..yamada@docomo.ne.jp": "taro..yamada@docomo.ne.jp", "taro.@ezweb.ne.jp": "taro.@ezweb.ne.jp", "a...b@au.com": "a...b@au.com",
	})
}

func TestVietnameseAccountsMayHaveSpaces(t *testing.T) {
	accepted(t, RuleAccountVN, "VN", map[string]string{"0011 0012 3456": "001100123456", "V3CAS 6262-7239": "V3CAS62627239"})
}

func TestArgentineAliasesAreTaken(t *testing.T) {
	accepted(t, RuleCBU, "AR", map[string]string{"mi.alias.mp": "mi.alias.mp", "SOL-LUNA-RIO": "SOL-LUNA-RIO"})
}

func TestTaiwaneseNumbersWithTheirCodeAlone(t *testing.T) {
	accepted(t, RuleMobileTW, "TW", map[string]string{"886912345678": "+886912345678", "+886 (0)912-345-678": "+886912345678"})
}

// The name of the paper isn't part of its number, nor of a passport's.
func TestColombianPapersByTheirName(t *testing.T) {
	accepted(t, RuleIdentityCO, "CO", map[string]string{
		"CC 1020304050": "1020304050", "C.C. 1.020.304.050": "1020304050", "TI 10203040506": "10203040506", "10203040506": "10203040506",
		"NIT 860.002.964-4": "8600029644", "AB123456": "AB123456",
	})
}
