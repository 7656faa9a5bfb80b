package i18n

import (
	"slices"
	"strings"
	"testing"
)

// Ours: a message with two amounts names first the one that its language's reader takes
// for the first. "617 paid, 1,234 in total" in the other order is read as paid in full.
func TestMessagesWithTwoAmountsNameThemInOrder(t *testing.T) {
	for key, row := range map[string]struct {
		first, second string
		turned        []string // languages in which the second one is said first: "of 1,234 you paid 617"
	}{
		"status.success.headingPart": {"Paid", "Total", []string{"bn", "hi", "ja", "ko", "mr", "my", "ta", "te", "tr", "zh-Hans", "zh-Hant"}},
		"instructions.amountNote":    {"Required", "Order", []string{"ja", "ko", "mr"}}, // "not 100 but exactly 103"
		"instructions.instead":       {"Before", "Now", nil},
	} {
		for _, l := range setup(t).Locales() {
			said := l.Format(key, map[string]any{row.first: "1,234", row.second: "5,678"})
			turned := strings.Index(said, "5,678") < strings.Index(said, "1,234")
			if want := slices.Contains(row.turned, l.Tag()); turned != want {
				t.Errorf("%s: %s turns %s and %s round: %t, want %t: %s", l.Tag(), key, row.first, row.second, turned, want, said)
			}
		}
	}
}
