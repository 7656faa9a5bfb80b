package apiclient

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"payapp/money"
)

// repeated is a JSON list of n equal entries.
func repeated(entry string, n int) string {
	return "[" + strings.TrimSuffix(strings.Repeat(entry+",", n), ",") + "]"
}

// An answer of a megabyte has room for lists that no page can show, and that
// would be kept in memory for thousands of customers.
func TestFault52_ListsOfInstructionsAreBounded(t *testing.T) {
	for name, c := range map[string]struct {
		list            string
		sections, steps int // of the first one
		odd             bool
	}{
		"as many as may be": {repeated(`{"title":"T","steps":`+repeated(`"s"`, maxSteps)+`}`, maxSections), maxSections, maxSteps, false},
		"too many sections": {repeated(`{"title":"T","steps":["s"]}`, maxSections+1), maxSections, 1, true},
		"too many steps":    {repeated(`{"title":"T","steps":`+repeated(`"s"`, maxSteps+1)+`}`, 1), 1, maxSteps, true},
		"plain steps":       {repeated(`"s"`, maxSteps+1), 1, maxSteps, true},
		"very many":         {repeated(`"s"`, 200_000), 1, maxSteps, true},
		"empty objects":     {repeated(`{}`, 200_000), 0, 0, true},
	} {
		client, _, log := setup(t, answer(200, strings.Replace(readBody, `"idPayin"`, `"paymentInstructionList":`+c.list+`,"idPayin"`, 1)))
		payin, err := client.GetPayin(t.Context(), testToken, "order-1")
		if err != nil {
			t.Fatal(err)
		}
		steps := 0
		if len(payin.InstructionList) > 0 {
			steps = len(payin.InstructionList[0].Steps)
		}
		if odd := strings.Contains(log.String(), "paymentInstructionList"); len(payin.InstructionList) != c.sections || steps != c.steps || odd != c.odd {
			t.Errorf("%s: %d sections of %d steps, logged: %v; want %d of %d, %v", name, len(payin.InstructionList), steps, odd, c.sections, c.steps, c.odd)
		}
	}
}

func TestFault52_ListsOfOptionsAreBounded(t *testing.T) {
	operator := `{"code":"A"}`
	methods := repeated(`{"paymentMethodCode":"ONLINE","paymentOperators":[`+operator+`]}`, maxMethods+1)
	many := `{"paymentMethodCode":"ONLINE","paymentOperators":` + repeated(operator, maxOperators+1) + `}`
	for name, c := range map[string]struct {
		body                         string
		methods, operators, external int
	}{
		"methods":   {`{"data":` + methods + `}`, maxMethods, 1, 0},
		"operators": {`{"data":[` + many + `]}`, 1, maxOperators, 0},
		"providers": {`{"data":[` + many + `],"externalProviders":` + repeated(operator, maxExternal+1) + `}`, 1, maxOperators, maxExternal},
	} {
		client, _, log := setup(t, answer(200, c.body))
		options, err := client.GetOptions(t.Context(), testToken, money.MustParse("10", "THB"))
		if err != nil {
			t.Fatal(err)
		}
		if m, o, e := len(options.Methods), len(options.Methods[0].Operators), len(options.ExternalProviders); m != c.methods || o != c.operators || e != c.external {
			t.Errorf("%s: %d methods, %d operators, %d external ones; want %d, %d, %d", name, m, o, e, c.methods, c.operators, c.external)
		}
		if !strings.Contains(log.String(), "[]") {
			t.Errorf("%s: nothing is logged", name)
		}
	}
}

// Text for people is cut if it is too long. A text that must be complete is
// dropped. Addresses may be long.
func TestFault52_TextsAreBounded(t *testing.T) {
	long := strings.Repeat("é", maxText)
	quoted, err := json.Marshal(long)
	if err != nil {
		t.Fatal(err)
	}
	location := &strings.Builder{}
	for n := range maxLocation + 5 {
		fmt.Fprintf(location, `"field-%02d":"x",`, n)
	}
	body := strings.Replace(readBody, `"idPayin"`, strings.ReplaceAll(
		`"paymentInstructionList":[{"title":LONG,"steps":[LONG]}],"account":{"accountName":LONG,"accountNumber":LONG},
		"reference":LONG,"redirectUrl":LONG,"qrCode":LONG,"paymentOperator":{"code":LONG,"name":LONG},
		"paymentLocationCustomer":{`+location.String()+`"z":LONG},"idPayin"`, "LONG", string(quoted)), 1)
	client, _, _ := setup(t, answer(200, body))
	p, err := client.GetPayin(t.Context(), testToken, "order-1")
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]string{
		"title": p.InstructionList[0].Title, "step": p.InstructionList[0].Steps[0], "account name": p.Account.Name,
	} {
		if len(got) > maxText || len(got) < maxText-8 || !utf8.ValidString(got) || !strings.HasSuffix(got, "é…") {
			t.Errorf("%s: %d bytes, %q", name, len(got), got[max(0, len(got)-8):])
		}
	}
	if p.Account.Number+p.Reference+p.Operator.Code != "" {
		t.Errorf("half a number is taken: %d, %d, %d bytes", len(p.Account.Number), len(p.Reference), len(p.Operator.Code))
	}
	if p.RedirectURL != long || p.QRCode != "" {
		t.Errorf("an address of %d and a code of %d bytes; want it whole, and no code of more than any QR code has", len(p.RedirectURL), len(p.QRCode))
	}
	if len(p.Location) != maxLocation {
		t.Errorf("%d texts of a location; want %d", len(p.Location), maxLocation)
	}
}
