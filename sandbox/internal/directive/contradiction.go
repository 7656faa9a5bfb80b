package directive

import "strings"

// Contradiction names the first two directives that can't both be meant, as
// "~success@1s and ~refused"; "" if there are none. Rules may overrule an id, so
// each is looked at by itself.
func Contradiction(words string) string {
	first := map[string]string{}
	for _, word := range strings.Split(words, "~")[1:] {
		name, _, _ := strings.Cut(word, "@")
		for _, about := range subjects(name) {
			if before, there := first[about]; there {
				return "~" + before + " and ~" + word
			}
			first[about] = word
		}
	}
	return ""
}

// subjects are what a directive decides, if only one can.
func subjects(name string) []string {
	var set Set
	if !set.apply(name, -1) {
		return nil
	}
	var about []string
	if set.Outcome != "" || set.Paid != "" {
		about = append(about, "outcome")
	}
	if set.RefuseCode != "" {
		about = append(about, "refusal")
	}
	if name == "expires" || name == "slow" || name == "processing" {
		about = append(about, name)
	}
	return about
}
