package directive

import "testing"

func TestContradictionsAreNamed(t *testing.T) {
	for words, want := range map[string]string{
		"order-17": "", "o~lost~success@5s": "", "o~busy~down~garbage~vat": "", "o~success@2s~expires@1s": "",
		"o~paid-late@5s~expires@10s": "", "o~callback-first~callback-never": "", "o~x~x": "", "o~refuse-security~failed-inactivity@0": "",
		"o~success@1s~refused":                 "~success@1s and ~refused",
		"o~vat~success~lost~success@2s":        "~success and ~success@2s",
		"o~paid-partial~paid-wrong":            "~paid-partial and ~paid-wrong",
		"o~paid-late~success":                  "~paid-late and ~success",
		"o~strange~failed-security":            "~strange and ~failed-security",
		"o~refuse-security~refuse-inactivity":  "~refuse-security and ~refuse-inactivity",
		"o~expires@1s~expires@2s~success~slow": "~expires@1s and ~expires@2s",
	} {
		if got := Contradiction(words); got != want {
			t.Errorf("%s: got %q, want %q", words, got, want)
		}
	}
}
