package i18n

import (
	"strings"
	"testing"
)

func TestMarkForeign(t *testing.T) {
	const b, e = foreignBegin, foreignEnd
	const in, out = `<span lang="en" dir="ltr">`, `</span>`
	for _, tt := range []struct{ name, page, want string }{
		{"nothing to mark", `<p title="a">b</p>`, `<p title="a">b</p>`},
		{"a text", `<p>` + b + `Pay` + e + `</p>`, `<p>` + in + `Pay` + out + `</p>`},
		{"part of a text", `<p>x ` + b + `Pay` + e + ` y</p>`, `<p>x ` + in + `Pay` + out + ` y</p>`},
		{"an attribute", `<p title="` + b + `Pay` + e + `">y</p>`, `<p title="Pay">y</p>`},
		{"a title", `<title>` + b + `Pay` + e + `</title><p>y</p>`, `<title>Pay</title><p>y</p>`},
		{"an option", `<option value="1">` + b + `Pay` + e + `</option>` + b + `z` + e, `<option value="1">Pay</option>` + in + `z` + out},
		{"lines of one message", `<p>` + b + `one</p><p>two` + e + `</p>`, `<p>` + in + `one` + out + `</p><p>` + in + `two` + out + `</p>`},
		{"an element within", `<p>` + b + `Order <bdi>7</bdi>.` + e + `</p>`, `<p>` + in + `Order ` + out + `<bdi>` + in + `7` + out + `</bdi>` + in + `.` + out + `</p>`},
		{"space between elements", `<ul>` + b + "<li>x" + e + "</li>\n</ul>", `<ul><li>` + in + `x` + out + "</li>\n</ul>"},
		{"an end without a beginning", `<p>x` + e + `</p>`, `<p>x</p>`},
		{"a beginning without an end", `<p>` + b + `x</p>`, `<p>` + in + `x` + out + `</p>`},
		{"script", `<script>a<b` + b + `</script>`, `<script>a<b</script>`},
	} {
		if got := string(MarkForeign([]byte(tt.page))); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// A page in a complete language isn't copied.
func TestAPageWithoutForeignWordsIsLeftAlone(t *testing.T) {
	page := []byte("<p>จ่าย</p>")
	if got := testing.AllocsPerRun(10, func() { MarkForeign(page) }); got != 0 {
		t.Errorf("%v allocations, want 0", got)
	}
}

// Foreign names keep their own direction.
func TestNamesKeepTheirDirection(t *testing.T) {
	b := loaded(t, map[string]string{
		"en": `{"a": "Pay to {{.X}}!"}`,
		"ar": `{"a #` + sumOf("Pay to {{.X}}!") + `": "ادفع إلى {{.X}}!"}`,
	})
	for _, tt := range []struct{ lang, name, want string }{
		{"en", "Ann", "Pay to Ann!"},
		{"en", "متجر", "Pay to \u2068متجر\u2069!"},
		{"ar", "Ann", "ادفع إلى \u2068Ann\u2069!"},
		{"ar", "", "ادفع إلى !"},
	} {
		if got := b.Match(tt.lang, "", "").Format("a", map[string]any{"X": tt.name}); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.lang, got, tt.want)
		}
	}
	if got := b.Match("ar", "", "").Dir(); got != "rtl" {
		t.Errorf("Arabic is %s", got)
	}
}

func TestPseudoLanguages(t *testing.T) {
	b, err := LoadWithPseudo()
	if err != nil {
		t.Fatal(err)
	}
	long, turned := b.Match(PseudoLong, "", ""), b.Match(PseudoRTL, "", "")
	if long.Tag() != PseudoLong || turned.Tag() != PseudoRTL || turned.Dir() != "rtl" {
		t.Fatalf("got %s, %s", long.Tag(), turned.Tag())
	}
	if got, want := long.Text("common.copy"), "[Çöþý~~]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := long.CommonOrder("17"), "[Öŕðéŕ~~~ 17]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := turned.CommonOrder("17"), "\u202eOrder\u202c \u206817\u2069"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := long.InstructionsMinutesLeft(); !strings.Contains(got, "{n}") {
		t.Errorf("%q lacks {n}", got)
	}
	for _, l := range b.Locales() {
		if l == long || l == turned {
			t.Errorf("%s is offered", l.Tag())
		}
	}
	for _, tag := range []string{PseudoLong, PseudoRTL, PseudoKeys} {
		if got := setup(t).Match(tag, "", "").Tag(); got == tag {
			t.Errorf("customers can choose %s", tag)
		}
		if got := b.Match("", "", tag).Tag(); got == tag {
			t.Errorf("a browser can ask for %s", tag)
		}
	}
	english := b.Locales()[0]
	for key, e := range english.texts() {
		vars := map[string]any{countVar: 2}
		for _, name := range e.vars {
			vars[name] = "<" + name + ">"
		}
		for _, l := range []*Locale{long, turned} {
			got := l.Format(key, vars)
			if strings.Contains(got, foreignBegin) || strings.Contains(got, "{{") {
				t.Errorf("%s %s: %q", l.Tag(), key, got)
			}
			for _, name := range e.vars {
				if !strings.Contains(got, "<"+name+">") {
					t.Errorf("%s %s: %q lacks %s", l.Tag(), key, got, name)
				}
			}
		}
	}
}
