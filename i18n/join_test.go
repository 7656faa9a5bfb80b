package i18n

import (
	"regexp"
	"strings"
	"testing"
)

// Ours: sentences are joined as the language does.
func TestJoin(t *testing.T) {
	for _, row := range []struct {
		sentences []string
		want      string
	}{
		{nil, ""},
		{[]string{"", "One."}, "One."},
		{[]string{"One.", "", "Two."}, "One. Two."},
		{[]string{"一。", "二！", "三"}, "一。二！三"},
		{[]string{"お待ちください。", "Lotus Booksにお知らせします。"}, "お待ちください。Lotus Booksにお知らせします。"},
		{[]string{"หนึ่ง", "สอง", "สาม"}, "หนึ่ง" + Wide + "สอง" + Wide + "สาม"},
		{[]string{"ติดต่อ Shop (TH)", "สอง"}, "ติดต่อ Shop (TH)" + Wide + "สอง"},
		{[]string{"មួយ។", "ពីរ។"}, "មួយ។ ពីរ។"},
		{[]string{"တစ်။", "နှစ်။"}, "တစ်။ နှစ်။"},
		{[]string{foreignBegin + "One." + foreignEnd, "二。"}, foreignBegin + "One." + foreignEnd + " 二。"},
	} {
		if got := Join(row.sentences...); got != row.want {
			t.Errorf("%q: got %q, want %q", row.sentences, got, row.want)
		}
	}
}

// Ours: the languages that write without spaces have none beside full-width
// signs, parentheses among them, and no narrow parentheses.
func TestNoSpaceBesideFullWidthSigns(t *testing.T) {
	b, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	wrong := regexp.MustCompile(`[。！？：，、（）「」『』] | [。！？：，、（）「」『』]|[()]`)
	for _, tag := range []string{"ja", "zh-Hans", "zh-Hant"} {
		for _, s := range b.Match(tag, "", "").Sentences() {
			if at := wrong.FindString(strings.Join(s.Forms, "\n")); at != "" {
				t.Errorf("%s: %s: %q in %q", tag, s.Key, at, s.Forms)
			}
		}
	}
}
