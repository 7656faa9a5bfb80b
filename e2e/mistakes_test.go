package e2e

import (
	"strings"
	"testing"

	"payapp/e2e/kit"
	"payapp/internal/testing/await"
)

// What a test forgets or misspells is told at once, by the first line of its failure: a
// refused field with the page's words, a value that its input cuts with what is left, a
// row or a field that isn't there with those that are.
func TestMistakesAreTold(t *testing.T) {
	for _, c := range []struct {
		name, want string
		fields     [][2]string
		do         func(*kit.Tab)
		there      string
	}{
		{"a forgotten field", `the page refuses accountNumber, which the choice doesn't fill in: "`, nil, nil, ""},
		{"a blank field", `the page refuses accountNumber, given as " ": "`, [][2]string{{"accountNumber", " "}}, nil, ""},
		{"a value that the input cuts", `field "accountNumber" holds "000`, [][2]string{{"accountNumber", strings.Repeat("0", 200)}}, nil, `0", and was given "000`},
		{"a misspelt field", `field "acountNumber" isn't on the page; there are `, [][2]string{{"acountNumber", "0801234567"}}, nil, "accountNumber"},
		{
			"a misspelt row", `row "qrcode" isn't on the page; there are `, [][2]string{{"accountNumber", "0801234567"}},
			func(b *kit.Tab) { b.Want("instructions"); b.Row("qrcode") }, "qrCode",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin(t)
			w := worldOf(t).World
			w.Failures, w.Left = "", nil
			d := &doomed{T: t}
			b := kit.Open(d, &w, customer{Device: phone})
			var met []string
			done := make(chan struct{})
			go func() {
				defer close(done)
				b.Enter(kit.NewOrder(d, &w, "99.00", "THB"))
				met = b.Pay(choice{Method: "PROMPTPAY", Fields: c.fields})
				if c.do != nil {
					c.do(b)
				}
			}()
			await.For(t, "the end of the walk", done)
			if len(d.said) != 1 || c.do == nil && met != nil {
				t.Fatalf("it met %q and said %q", met, d.said)
			}
			first, rest, _ := strings.Cut(d.said[0], "\n")
			if !strings.Contains(first, c.want) || strings.Contains(first, `"": `) || !strings.Contains(first, c.there) {
				t.Errorf("it said %q, want %q", first, c.want)
			}
			if lines := strings.Count(rest, "\n"); lines > 10 {
				t.Errorf("it has %d more lines:\n%s", lines, rest)
			}
		})
	}
}
