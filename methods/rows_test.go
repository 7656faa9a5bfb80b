package methods

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"payapp/money"
)

// table is what the payment method facts say, row by row: the fields in order
// ("*" mandatory, "+" mandatory within its group) with their rules, the
// operator, the presentation, the reference. It is written out once more so
// that a slip in a row shows.
const table = `
BANKA_PAY ZAR: accountName*=name accountNumber=account-za customerName.titleBefore=name customerName.firstName=name customerName.middleName=name customerName.lastName+=name customerName.titleAfter=name | | approve |
BANKB_PAY ZAR: accountNumber=account-za customerName.titleBefore=name customerName.firstName=name customerName.middleName=name customerName.lastName+=name customerName.titleAfter=name | | approve |
PAYSHAP ZAR: accountName*=name accountNumber=payshap | optional | approve |
PAY_ME ZAR: accountName=name phoneNumber=phone | | approve |
NEDBANK_DIRECT_EFT ZAR: | | redirect |
ZAPPER_QR ZAR: | | qr |
ONLINE INR: | where-listed | redirect |
ONLINE THB: | where-listed | redirect |
ONLINE MYR: | where-listed | redirect |
ONLINE NAD: | where-listed | redirect |
ONLINE VND: | where-listed | redirect |
ONLINE ZAR: | where-listed | redirect |
OFFLINE CNY: accountName=name accountNumber=account phoneNumber=phone productId=text | optional | transfer |
OFFLINE JPY: emailAddress*=email accountName=name-jp accountNumber=account phoneNumber=phone productId=text | optional | transfer |
OFFLINE KRW: accountName*=name-kr accountNumber=account phoneNumber=phone productId=text | optional | transfer |
OFFLINE LAK: accountName=name accountNumber=account phoneNumber=phone productId=text | optional | transfer |
OFFLINE NAD: accountName=name accountNumber=account phoneNumber=phone productId=text | optional | transfer |
OFFLINE NGN: accountName=name accountNumber=nuban phoneNumber=phone productId=text | optional | transfer |
OFFLINE PHP: accountName=name accountNumber=account phoneNumber=phone productId=text | optional | transfer |
OFFLINE TWD: accountName=name accountNumber=account phoneNumber=phone productId=text | optional | transfer |
OFFLINE THB: accountName=name accountNumber=account phoneNumber=phone productId=text | optional | transfer |
OFFLINE VND: accountName=name accountNumber=account-vn phoneNumber=phone productId=text | optional | transfer |
OFFLINE ZAR: accountName=name accountNumber=account-za phoneNumber=phone productId=text | optional | transfer |
OFFLINE ARS: taxId*=cuit accountName=name accountNumber=cbu phoneNumber=phone productId=text | optional | transfer |
CODE_PAYMENT TWD: accountName*=name phoneNumber*=mobile-tw emailAddress*=email paymentLocation.country*=country paymentLocation.city*=text paymentLocation.street*=text paymentLocation.zipCode*=text | optional | store-code |
VAPAY IDR: accountName*=name | optional | virtual-account |
VAPAY KRW: accountName*=name-kr | optional | virtual-account |
VAPAY TWD: emailAddress*=email phoneNumber*=mobile-tw accountName=name paymentLocation.country=country paymentLocation.city=text paymentLocation.street=text paymentLocation.zipCode=text | optional | virtual-account |
EWALLET IDR: phoneNumber=wallet-phone-id | required | redirect |
QRISPAY IDR: | | qr |
DUITNOW MYR: | optional | qr |
FPX MYR: accountType*=account-type | required | redirect |
PROMPTPAY THB: accountNumber*=promptpay | | qr |
VIETQR VND: emailAddress=email | | qr |
QRPH PHP: | | qr |
PIXQR BRL: | | qr |
UPIQR INR: accountNumber=upi | | qr | unless-account
UPI_COLLECT INR: accountName*=name phoneNumber*=mobile accountNumber=upi | | approve |
UPI_ID INR: accountNumber*=upi emailAddress=email | | approve |
P2A_V2 INR: | optional | transfer | required
NETBANKING INR: accountName=name emailAddress=email phoneNumber=phone-checked | required | redirect |
MOBILE_MONEY GHS: phoneNumber*=mobile accountName*=name | required | phone |
MOBILE_MONEY KES: phoneNumber*=mobile accountName*=name | required | phone |
CRYPTO_OFFLINE USDC: emailAddress=email | optional | crypto |
CRYPTO_OFFLINE USDT: emailAddress=email | optional | crypto |
PSE COP: identifyingReference*=identity-co phoneNumber*=phone emailAddress=email | required | redirect |
`

func written(m Method) string {
	var fields []string
	for _, f := range m.Fields {
		mark := ""
		switch {
		case f.Required:
			mark = "*"
		case f.RequiredInGroup:
			mark = "+"
		}
		fields = append(fields, f.Name+mark+"="+string(f.Rule))
	}
	line := fmt.Sprintf("%s %s: %s | %s | %s | %s", m.Code, m.Currency, strings.Join(fields, " "), m.Operator, m.Presentation, m.Reference)
	return strings.Join(strings.Fields(line), " ")
}

func TestRowsAreTheTable(t *testing.T) {
	var want, got []string
	for line := range strings.Lines(strings.TrimSpace(table)) {
		want = append(want, strings.Join(strings.Fields(line), " "))
	}
	for _, m := range Default().All() {
		got = append(got, written(m))
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-table +rows):\n%s", diff)
	}
}

func TestRowsInvariants(t *testing.T) {
	for _, m := range Default().All() {
		t.Run(m.Code+" "+m.Currency, func(t *testing.T) {
			if !money.Known(m.Currency) {
				t.Error("unknown currency")
			}
			if !slices.Contains(Presentations(), m.Presentation) {
				t.Errorf("presentation %q", m.Presentation)
			}
			if !slices.Contains(glyphs, m.Glyph) {
				t.Errorf("glyph %q", m.Glyph)
			}
			if (len(m.Country) != 2) != (m.Currency == "USDC" || m.Currency == "USDT") {
				t.Errorf("country %q", m.Country)
			}
			if m.Messages != m.Code || m.Texts != nil {
				t.Error("a built-in row has messages of its own code")
			}
			for _, reason := range m.contradictions() {
				t.Error(reason)
			}
			if (m.Kiosk != nil) != (m.Presentation == StoreCode) {
				t.Error("kiosk steps belong to store codes")
			}
			seen := map[string]bool{}
			for _, f := range m.Fields {
				if seen[f.Name] {
					t.Errorf("%s is there twice", f.Name)
				}
				seen[f.Name] = true
				if _, ok := definitions[f.Rule]; !ok {
					t.Errorf("%s has the unknown rule %q", f.Name, f.Rule)
				}
				group, _, structured := strings.Cut(f.Name, ".")
				if structured != (f.Group != "") || structured && f.Group != group {
					t.Errorf("%s has the group %q", f.Name, f.Group)
				}
				if f.Required && f.RequiredInGroup || f.RequiredInGroup && f.Group == "" {
					t.Errorf("%s is required in two ways", f.Name)
				}
				if f.Default != "" && m.Check(f, f.Default).Problem != nil {
					t.Errorf("%s suggests %q, which its rule refuses", f.Name, f.Default)
				}
				if f.Default != "" && !f.Required {
					t.Errorf("%s suggests a value that nobody need give", f.Name)
				}
			}
		})
	}
}

func TestInputs(t *testing.T) {
	types := []string{"text", "tel", "email", "radio"}
	for _, m := range Default().All() {
		for _, f := range m.Fields {
			in := f.Input()
			if !slices.Contains(types, in.Type) || in.AutoComplete == "" {
				t.Errorf("%s %s %s: %+v", m.Code, m.Currency, f.Name, in)
			}
			if (in.Type == "radio") != (len(in.Choices) > 0) || (in.Type == "radio") == (in.MaxLength > 0) {
				t.Errorf("%s %s %s: %+v", m.Code, m.Currency, f.Name, in)
			}
			for _, choice := range in.Choices {
				if got := m.Check(f, choice); got.Problem != nil || got.Value != choice {
					t.Errorf("%s: its choice %q is refused", f.Name, choice)
				}
			}
		}
	}
	for _, c := range []struct{ code, currency, field, autoComplete, inputType, mode string }{
		{"BANKA_PAY", "ZAR", "accountName", "name", "text", ""},
		{"BANKA_PAY", "ZAR", "customerName.lastName", "family-name", "text", ""},
		{"MOBILE_MONEY", "KES", "phoneNumber", "tel", "tel", "tel"},
		{"OFFLINE", "JPY", "emailAddress", "email", "email", "email"},
		{"PROMPTPAY", "THB", "accountNumber", "off", "text", "numeric"},
		{"FPX", "MYR", "accountType", "off", "radio", ""},
	} {
		m, _ := Default().Find(c.code, c.currency)
		f, ok := m.Field(c.field)
		if in := f.Input(); !ok || in.AutoComplete != c.autoComplete || in.Type != c.inputType || in.InputMode != c.mode {
			t.Errorf("%s %s: %v, %+v", c.code, c.field, ok, in)
		}
	}
	if in := (Method{Reference: ReferenceRequired}).ReferenceInput(); in.InputMode != "numeric" || in.AutoComplete != "off" {
		t.Errorf("reference: %+v", in)
	}
}

func TestCatalogueFinds(t *testing.T) {
	c := Default()
	for _, m := range c.All() {
		if got, ok := c.Find(m.Code, m.Currency); !ok || got.Code != m.Code || got.Currency != m.Currency {
			t.Errorf("%s %s isn't found", m.Code, m.Currency)
		}
		for _, f := range m.Fields {
			if !c.IsField(f.Name) {
				t.Errorf("%s isn't known as a field", f.Name)
			}
		}
	}
	for _, unknown := range [][2]string{{"ONLINE", "EUR"}, {"NEW", "THB"}, {"online", "THB"}, {"", ""}} {
		if m, ok := c.Find(unknown[0], unknown[1]); ok {
			t.Errorf("%v gives %s", unknown, m.Code)
		}
	}
	if c.IsField("token") || c.IsField("") {
		t.Error("something unknown is known")
	}
	if c.RedirectProperty() != "" || c.ReferencePath() != "" { // the client's own
		t.Errorf("got %s, %s", c.RedirectProperty(), c.ReferencePath())
	}
	rows := c.All()
	rows[0] = Method{}
	if c.All()[0].Code == "" {
		t.Error("All hands out the catalogue's own rows")
	}
}

func TestNewCatalogueRefusesTwins(t *testing.T) {
	if _, err := newCatalogue([]Method{{Code: "A", Currency: "THB"}, {Code: "A", Currency: "THB"}}); err == nil {
		t.Error("a row is there twice")
	}
}

func TestNeedsReference(t *testing.T) {
	for _, c := range []struct {
		code   string
		values map[string]string
		want   bool
	}{
		{"P2A_V2", nil, true},
		{"UPIQR", nil, true},
		{"UPIQR", map[string]string{"accountNumber": "a1@ybl"}, false},
		{"UPI_ID", nil, false},
	} {
		m, _ := Default().Find(c.code, "INR")
		if got := m.NeedsReference(c.values); got != c.want {
			t.Errorf("%s with %v: got %v", c.code, c.values, got)
		}
	}
}
