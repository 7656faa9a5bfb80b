package methods

import (
	"slices"
	"strings"
	"testing"

	"payapp/money"
)

func TestRowsInvariants(t *testing.T) {
	for _, m := range Default().All() {
		t.Run(m.Code+" "+m.Currency, func(t *testing.T) {
			if !money.Known(m.Currency) {
				t.Error("unknown currency")
			}
			if !slices.Contains(Presentations(), m.Presentation) {
				t.Errorf("presentation %q", m.Presentation)
			}
			if (len(m.Country) != 2) != (m.Currency == "USDC" || m.Currency == "USDT") {
				t.Errorf("country %q", m.Country)
			}
			if m.Messages != m.Code {
				t.Error("a built-in row has messages of its own code")
			}
			if m.Presentation == Approve && m.App == "" && m.AppName == "" {
				t.Error("the page sends customers into an app: App or AppName says whose")
			}
			for _, reason := range contradictions(m) {
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

// A bank is for people or for companies. Another type than its own is doubted, and the
// gateway decides.
func TestATypeThatIsNotItsBanks(t *testing.T) {
	m, ok := Default().Find("FPX", "MYR")
	if !ok {
		t.Fatal("there is no FPX in MYR")
	}
	for bank, doubted := range map[string]bool{"MB2U0227": true, "MBB0228": false, "NEW": false} {
		_, problems := m.CheckAll(map[string]string{"accountType": "corporate", "paymentOperatorCode": bank})
		problem := problems["accountType"]
		if (problem != nil) != doubted || doubted && (!problem.Soft || problem.Key != "error.operator-choice") {
			t.Errorf("a company at %s: got %+v, doubted: %t", bank, problem, doubted)
		}
	}
}

// contradictions lists properties of a row that don't go together.
func contradictions(m Method) (reasons []string) {
	_, takesAccount := m.Field("accountNumber")
	for reason, wrong := range map[string]bool{
		"ShowsQR is for transfers":                                 m.ShowsQR && m.Presentation != Transfer,
		"ShowsRows, CopiesPayload and QRLink are for QR codes":     (m.ShowsRows || m.CopiesPayload || m.QRLink) && m.Presentation != QR,
		"OpensApp is for QR codes, and needs AppSchemes":           m.OpensApp && (m.Presentation != QR || len(m.AppSchemes) == 0),
		"RedirectFirst is for presentations other than Redirect":   m.RedirectFirst && m.Presentation == Redirect,
		"nobody is asked for a Reference at a bank's address":      m.Reference != ReferenceNone && (m.Presentation == Redirect || m.RedirectFirst),
		"ReferenceUnlessAccount needs the field accountNumber":     m.Reference == ReferenceUnlessAccount && !takesAccount,
		"an app with a name of its own has AppName alone":          m.App != "" && m.AppName != "",
		"the gateway refuses a customerName without its last name": !lastNameGoesAlong(m),
		"there is no such Glyph":                                   !slices.Contains([]Glyph{GlyphBank, GlyphQR, GlyphPhone, GlyphStore, GlyphCoins, GlyphTransfer, GlyphOnline, GlyphInstant, GlyphHandle}, m.Glyph),
	} {
		if wrong {
			reasons = append(reasons, reason)
		}
	}
	return reasons
}

// lastNameGoesAlong reports whether a customerName is never sent without its last
// name.
func lastNameGoesAlong(m Method) bool {
	last, ok := m.Field("customerName.lastName")
	return ok && (last.Required || last.RequiredInGroup) ||
		!slices.ContainsFunc(m.Fields, func(f Field) bool { return f.Group == "customerName" })
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
	for _, unknown := range [][2]string{{"ONLINE", "KPW"}, {"NEW", "THB"}, {"online", "THB"}, {"", ""}} {
		if m, ok := c.Find(unknown[0], unknown[1]); ok {
			t.Errorf("%v gives %s", unknown, m.Code)
		}
	}
	if c.IsField("token") || c.IsField("") {
		t.Error("something unknown is known")
	}
	if c.RedirectProperty != "" || c.ReferencePath != "" { // the client's own
		t.Errorf("got %s, %s", c.RedirectProperty, c.ReferencePath)
	}
	rows := c.All()
	rows[0] = Method{}
	if c.All()[0].Code == "" {
		t.Error("All hands out the catalogue's own rows")
	}
}

func TestNewCatalogueRefusesTwins(t *testing.T) {
	if _, err := New([]Method{{Code: "A", Currency: "THB"}, {Code: "A", Currency: "THB"}}, Extra{}); err == nil {
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
