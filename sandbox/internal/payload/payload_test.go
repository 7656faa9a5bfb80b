package payload

import (
	_ "embed"
	"encoding/json"
	"strings"
	"testing"
)

//go:embed testdata/fixtures.json
var fixtures []byte

func TestCRC(t *testing.T) {
	if got := CRC("123456789"); got != 0x29B1 {
		t.Errorf("got %04X, want 29B1", got)
	}
}

// objectsOf maps tags to values, with those inside templates as "26.00".
func objectsOf(t *testing.T, s string) map[string]string {
	t.Helper()
	objects, err := ParseEMV(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	all := map[string]string{}
	for _, o := range objects {
		all[o.Tag] = o.Value
		if inner, err := parseObjects(o.Value); err == nil && (o.Tag >= "26" && o.Tag <= "51" || o.Tag == "62" || o.Tag >= "80") {
			for _, i := range inner {
				all[o.Tag+"."+i.Tag] = i.Value
			}
		}
	}
	return all
}

// Apart from amounts, names and numbers, a scheme's worked example is the
// scheme, and ours must match it.
func TestSchemesLikeTheWorkedExamples(t *testing.T) {
	var examples map[string]string
	if err := json.Unmarshal(fixtures, &examples); err != nil {
		t.Fatal(err)
	}
	order := Order{Amount: "123", Reference: "SB0123456789", Payee: "9990012345678"}
	for name, c := range map[string]struct {
		got  string
		same []string // tags whose values belong to the scheme
	}{
		"pix_dynamic": {PixQR(order), []string{"00", "01", "26.00", "52", "53", "58", "62.05"}},
		"vietqr":      {VietQR(order), []string{"00", "01", "38.00", "38.02", "53", "58"}},
		"qris":        {QRIS(order), []string{"00", "01", "26.03", "51.00", "51.03", "53", "58"}},
		"duitnow":     {DuitNow(order), []string{"00", "01", "26.00", "53", "58"}},
		"qrph_p2m":    {QRPh(order), []string{"00", "01", "28.00", "53", "58", "88.00"}},
		"laoqr":       {LaoQR(order), []string{"00", "01", "38.00", "38.02", "53", "58"}},
	} {
		want, got := objectsOf(t, examples[name]), objectsOf(t, c.got)
		for _, tag := range c.same {
			if got[tag] != want[tag] || want[tag] == "" {
				t.Errorf("%s: tag %s is %q, want %q", name, tag, got[tag], want[tag])
			}
		}
		if got["54"] != "123" {
			t.Errorf("%s: amount %q", name, got["54"])
		}
		if len(got["59"]) > 25 || len(got["60"]) > 15 {
			t.Errorf("%s: name %q or city %q is too long", name, got["59"], got["60"])
		}
	}
	bill := objectsOf(t, PromptPay(order))
	if bill["30.00"] != "A000000677010112" || len(bill["30.01"]) != 15 || bill["30.02"] != order.Reference || bill["53"] != "764" || bill["58"] != "TH" {
		t.Errorf("promptpay: %v", bill)
	}
	// The example with a mobile number differs only in its template.
	if mobile := objectsOf(t, examples["promptpay_mobile"]); mobile["53"] != bill["53"] || mobile["58"] != bill["58"] || mobile["00"] != bill["00"] {
		t.Errorf("promptpay: %v, the example %v", bill, mobile)
	}
}

// A code names its merchant as apps would show it.
func TestTheCodeNamesTheMerchant(t *testing.T) {
	for name, want := range map[string]string{
		"Demo Shop": "Demo Shop", "Caf\u00e9 Zo\u00eb": "Cafe Zoe", " \u0e23\u0e49\u0e32\u0e19 Siam ": "Siam",
		"A name that is longer than codes have room for": "A name that is longer tha", "Twenty four letters long and": "Twenty four letters long",
	} {
		order := Order{Amount: "123", Reference: "SB0123456789", Payee: "9990012345678", Name: name}
		for scheme, code := range map[string]string{
			"Pix": PixQR(order), "PromptPay": PromptPay(order), "QRIS": QRIS(order), "DuitNow": DuitNow(order), "QRPh": QRPh(order),
			"LaoQR": LaoQR(order), "another": Generic(order),
		} {
			if got := objectsOf(t, code)["59"]; got != want {
				t.Errorf("%s: %q is %q, want %q", scheme, name, got, want)
			}
		}
	}
}

func TestNothingIsPayable(t *testing.T) {
	order := Order{Amount: "1", Reference: "SB1", Payee: "9990012345678"}
	for name, c := range map[string]struct{ payload, holds string }{
		"vietqr": {VietQR(order), "0006999999"}, "pix": {PixQR(order), "pix.example.com"}, "promptpay": {PromptPay(order), "0115099999999999990"},
		"qris": {QRIS(order), "ID.CO.EXAMPLE.WWW"}, "duitnow": {DuitNow(order), "0106899999"}, "upi": {UPI(order), "@examplebank"}, "zapper": {Zapper(order), "zapper.example.com"},
		"lao": {LaoQR(order), "010899999999"}, "qrph": {QRPh(order), "0111ABCDPHM1XXX"},
	} {
		if !strings.Contains(c.payload, c.holds) {
			t.Errorf("%s: %s doesn't hold %s", name, c.payload, c.holds)
		}
	}
	for _, network := range []string{"ETHEREUM", "POLYGON"} {
		for coin, qr := range map[string]string{"USDC": CryptoQR(network, "USDC", "1"), "USDT": CryptoQR(network, "USDT", "1")} {
			if !strings.Contains(qr, "@11155111/") && !strings.Contains(qr, "@80002/") {
				t.Errorf("%s on %s is on no test chain: %s", coin, network, qr)
			}
		}
	}
}

func TestQRISNumbersEndWithALuhnDigit(t *testing.T) {
	number := objectsOf(t, QRIS(Order{Amount: "1", Reference: "X"}))["26.01"]
	if len(number) != 18 || !strings.HasPrefix(number, "9360") {
		t.Errorf("MPAN %q", number)
	}
	if got := withLuhn("7992739871"); got != "79927398713" {
		t.Errorf("Luhn: got %s", got)
	}
}

func TestParseEMVRefusesDamage(t *testing.T) {
	good := PixQR(Order{Amount: "1", Reference: "X"})
	for i := range len(good) {
		damaged := []byte(good)
		damaged[i] ^= 1
		if _, err := ParseEMV(string(damaged)); err == nil {
			t.Errorf("byte %d changed: accepted", i)
		}
	}
	for _, s := range []string{"", "00", "0002", "000201", "00020163041234", "xx0201"} {
		if _, err := ParseEMV(s); err == nil {
			t.Errorf("%q: accepted", s)
		}
	}
}

func TestLinks(t *testing.T) {
	if got, want := UPI(Order{Amount: "499.00", Reference: "SB1", Name: "Demo Shop"}), "upi://pay?pa=sandbox.shop@examplebank&pn=Demo%20Shop&mc=5812&tr=SB1&tn=Order%20SB1&am=499.00&cu=INR"; got != want {
		t.Errorf("UPI: got %s", got)
	}
	if got, want := CryptoQR("ETHEREUM", "USDC", "25.5"), "ethereum:0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238@11155111/transfer?address="+CryptoAddress("ETHEREUM")+"&uint256=25500000"; got != want {
		t.Errorf("EIP-681: got %s", got)
	}
	for amount, want := range map[string]string{"1": "1000000", "0.000001": "1", "12.5": "12500000", "100": "100000000"} {
		if got := baseUnits(amount); got != want {
			t.Errorf("baseUnits(%s) = %s, want %s", amount, got, want)
		}
	}
	if got := CryptoQR("TRON", "USDT", "1"); got != CryptoAddress("TRON") {
		t.Errorf("Tron: got %s", got)
	}
	if got := CryptoQR("SOLANA", "USDC", "1"); got != "" {
		t.Errorf("Solana: got %s", got)
	}
}

func FuzzParseEMV(f *testing.F) {
	f.Add(PromptPay(Order{Amount: "1", Reference: "X"}))
	f.Fuzz(func(t *testing.T, s string) {
		if objects, err := ParseEMV(s); err == nil && len(objects) < 2 {
			t.Fatalf("%q: %v", s, objects)
		}
	})
}
