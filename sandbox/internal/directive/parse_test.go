package directive

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	for id, want := range map[string]Set{
		"order-17":                     {},
		"":                             {},
		"order-17~success@2s":          {Outcome: "SUCCESS", After: 2 * time.Second},
		"a~success":                    {Outcome: "SUCCESS", After: 3 * time.Second},
		"a~success@0s":                 {Outcome: "SUCCESS"},
		"a~refused@5":                  {Outcome: "REFUSED", After: 5 * time.Second},
		"a~canceled@1m30s":             {Outcome: "CANCELED", After: 90 * time.Second},
		"order-18~lost~refused@5s":     {Lost: true, Outcome: "REFUSED", After: 5 * time.Second},
		"a~failed":                     {Outcome: "FAILED", After: 3 * time.Second},
		"a~failed-security@1s":         {Outcome: "FAILED", Reason: "SECURITY_CHECK_FAILED", After: time.Second},
		"a~failed-inactivity":          {Outcome: "FAILED", Reason: "CUSTOMER_VERIFICATION_INACTIVITY", After: 3 * time.Second},
		"a~failed-unregistered":        {Outcome: "FAILED", Reason: "CUSTOMER_NOT_REGISTERED", After: 3 * time.Second},
		"a~refuse-security":            {RefuseCode: "SECURITY_CHECK_FAILED"},
		"a~refuse-inactivity":          {RefuseCode: "CUSTOMER_VERIFICATION_INACTIVITY"},
		"a~refuse-unregistered":        {RefuseCode: "CUSTOMER_NOT_REGISTERED"},
		"a~strange@4s":                 {Strange: true, Outcome: "SUCCESS", After: 4 * time.Second},
		"a~expires":                    {ExpireAfter: 10 * time.Second},
		"a~expires@500ms":              {ExpireAfter: 500 * time.Millisecond},
		"a~busy~down~garbage~vat":      {Busy: true, Down: true, Garbage: true, Vat: true},
		"a~slow":                       {Slow: 3 * time.Second},
		"a~slow@1s~unauthorized":       {Slow: time.Second, Unauthorized: true},
		"a~required":                   {Required: true},
		"a~success@nonsense~unheardof": {Outcome: "SUCCESS", After: 3 * time.Second},
		"a~success@-5s":                {Outcome: "SUCCESS", After: 3 * time.Second},
		"success@2s":                   {},
		"a~paid-partial@1s":            {Paid: PaidPartly, Outcome: "SUCCESS", After: time.Second},
		"a~paid-wrong":                 {Paid: PaidWrong, Outcome: "SUCCESS", After: 3 * time.Second},
		"a~paid-late":                  {Paid: PaidLate, PaidAfter: 5 * time.Second, ExpireAfter: 10 * time.Second},
		"a~expires@1s~paid-late@2s":    {Paid: PaidLate, PaidAfter: 2 * time.Second, ExpireAfter: time.Second},
		"a~paid-never~callback-x":      {},
		"a~processing":                 {Processing: time.Minute},
		"a~callback-twice@5s":          {Callbacks: Callbacks{Twice: true, TwiceAfter: 5 * time.Second}},
		"a~callback-late":              {Callbacks: Callbacks{Late: 30 * time.Second}},
		"a~callback-first~callback-never~callback-unknown~callback-astray~callback-swapped": {
			Callbacks: Callbacks{First: true, Never: true, Unknown: true, Astray: true, Swapped: true},
		},
	} {
		if got := Parse(id); got != want {
			t.Errorf("Parse(%q) = %+v, want %+v", id, got, want)
		}
	}
}

// A misspelt directive and an invalid delay are reported.
func TestUnknownDirectivesAreTold(t *testing.T) {
	for id, want := range map[string]string{
		"order-17": "", "order-17~success@2s~lost~vat@1": "", "a~refuse-security~failed-inactivity@0": "",
		"a~sucess@2s":             "~sucess@2s",
		"a~SUCCESS":               "~SUCCESS",
		"a~success@2x":            "~success@2x",
		"a~success@":              "~success@",
		"a~lost@soon~paid~":       "~lost@soon ~paid ~",
		"a~refuse-me~failed-that": "~refuse-me ~failed-that",
	} {
		if got := strings.Join(Unknown(id), " "); got != want {
			t.Errorf("Unknown(%q) = %q, want %q", id, got, want)
		}
	}
}

// docs/sandbox.md and the sandbox's own page list what the parser takes.
func TestEveryDirectiveIsDocumented(t *testing.T) {
	for file, pattern := range map[string]string{"../../../docs/sandbox.md": "`%s`", "../../pages/about.html": `<dt>([^<]+, )?%s(, [^<]+)?</dt>`} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range Names() {
			if !regexp.MustCompile(fmt.Sprintf(pattern, name)).Match(text) {
				t.Errorf("%s lacks the directive %s", file, name)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("order-18~lost~refused@5s~expires@9999999h")
	f.Fuzz(func(t *testing.T, id string) {
		set := Parse(id)
		for _, d := range []time.Duration{set.After, set.ExpireAfter, set.Slow} {
			if d < 0 || d > longest {
				t.Fatalf("Parse(%q): %v is out of bounds", id, d)
			}
		}
	})
}
