package payload

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Order is what a code says about one payment.
type Order struct {
	// Amount is the plain decimal to pay, as money.Money.Bare writes it.
	Amount string
	// Reference identifies the payment: letters and digits, at most 25.
	Reference string
	// Payee is the merchant's account, in VIETQR and in schemes without a format
	// of their own.
	Payee string
	// Name is the merchant's, which the customer compares before paying.
	Name string
}

// maxName is how long a merchant's name may be in a code (EMVCo, tag 59).
const maxName = 25

// merchantName is the name as codes can carry it: ASCII, without the accents.
func (o Order) merchantName() string {
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, norm.NFD.String(o.Name))
	return strings.TrimSpace(upTo(strings.TrimSpace(plain), maxName))
}

// dynamic are the first objects of every dynamic code.
func dynamic() string { return field("00", "01") + field("01", "12") }

// PixQR is a dynamic Pix code: apps fetch its location, so it contains no key.
func PixQR(o Order) string {
	return sealed(dynamic(),
		template("26", field("00", "br.gov.bcb.pix"), field("25", "pix.example.com/qr/v2/"+strings.ToLower(o.Reference))),
		field("52", "0000"), field("53", "986"), field("54", o.Amount), field("58", "BR"),
		field("59", o.merchantName()), field("60", "SAO PAULO"),
		template("62", field("05", "***")))
}

// PromptPay is a bill payment to a biller that doesn't exist.
func PromptPay(o Order) string {
	return sealed(dynamic(),
		template("30", field("00", "A000000677010112"), field("01", "099999999999990"),
			field("02", upTo(o.Reference, 20)), field("03", "SANDBOX")),
		field("53", "764"), field("54", o.Amount), field("58", "TH"), field("59", o.merchantName()), field("60", "BANGKOK"))
}

// VietQRBIN is a bank number that no bank has.
const VietQRBIN = "999999"

// VietQR is a transfer to an account of a bank that doesn't exist.
func VietQR(o Order) string {
	return sealed(dynamic(),
		template("38", field("00", "A000000727"), template("01", field("00", VietQRBIN), field("01", o.Payee)), field("02", "QRIBFTTA")),
		field("53", "704"), field("54", o.Amount), field("58", "VN"),
		template("62", field("08", upTo(o.Reference, 19))))
}

// QRIS names an acquirer at example.com.
func QRIS(o Order) string {
	return sealed(dynamic(),
		template("26", field("00", "ID.CO.EXAMPLE.WWW"), field("01", withLuhn("93600999000010001")),
			field("02", "000100017000010"), field("03", "UMI")),
		template("51", field("00", "ID.CO.QRIS.WWW"), field("02", "ID1020010017000"), field("03", "UMI")),
		field("52", "5812"), field("53", "360"), field("54", o.Amount), field("58", "ID"),
		field("59", o.merchantName()), field("60", "JAKARTA"), field("61", "10110"),
		template("62", field("01", o.Reference), field("07", "A01")))
}

// DuitNow names an acquirer of nines. Its first object has version 02.
func DuitNow(o Order) string {
	return sealed(field("00", "02"), field("01", "12"),
		template("26", field("00", "A0000006150001"), field("01", "899999"), field("02", "0000000000000000000000000001")),
		field("52", "0000"), field("53", "458"), field("54", o.Amount), field("58", "MY"),
		field("59", o.merchantName()), field("60", "KUALA LUMPUR"), field("61", "50450"),
		template("62", field("01", o.Reference), field("05", o.Reference)))
}

// QRPh names a bank whose BIC doesn't exist.
func QRPh(o Order) string {
	return sealed(dynamic(),
		template("28", field("00", "ph.ppmi.p2m"), field("01", "ABCDPHM1XXX"), field("03", "999990000000000"), field("05", "000")),
		field("52", "5311"), field("53", "608"), field("54", o.Amount), field("58", "PH"),
		field("59", o.merchantName()), field("60", "Makati City"),
		template("62", field("00", "ph.ppmi.qrph"), field("05", o.Reference)),
		template("88", field("00", "ph.ppmi.qrph"), field("01", o.Reference)))
}

// LaoQR names a bank number of nines.
func LaoQR(o Order) string {
	return sealed(dynamic(),
		template("38", field("00", "A005266284662577"), field("01", "99999999"), field("02", "002"), field("03", "mch0000000001")),
		field("52", "5732"), field("53", "418"), field("54", o.Amount), field("58", "LA"),
		field("59", o.merchantName()), field("60", "VTE"),
		template("62", field("01", o.Reference), field("05", o.Reference)))
}

// withLuhn appends the check digit of card-like numbers.
func withLuhn(digits string) string {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return digits + string(rune('0'+(10-sum%10)%10))
}

func upTo(s string, n int) string { return s[:min(len(s), n)] }

// Generic is a code of no existing scheme.
func Generic(o Order) string {
	return sealed(dynamic(),
		template("26", field("00", "com.example.sandbox"), field("01", o.Payee)),
		field("54", o.Amount), field("59", o.merchantName()), template("62", field("05", o.Reference)))
}
