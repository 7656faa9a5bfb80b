package components

import "strings"

// inFours divides a code into groups of four, what is left over in the middle.
func inFours(text string) (groups []string) {
	if rest, found := strings.CutPrefix(text, "0x"); found {
		groups, text = append(groups, "0x"), rest
	}
	code := []rune(text)
	fours, over := len(code)/4, len(code)%4
	for i := range fours {
		if i == fours/2 && over > 0 {
			groups, code = append(groups, string(code[:over])), code[over:]
		}
		groups, code = append(groups, string(code[:4])), code[4:]
	}
	return groups
}
