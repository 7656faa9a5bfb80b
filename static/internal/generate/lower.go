package main

import (
	"regexp"
	"strings"
)

// bothSides are declarations of both sides at once, which the oldest browsers drop;
// they know those of one side. esbuild leaves them as they are.
var bothSides = regexp.MustCompile(`([{;])(margin|padding)-(inline|block):([^;}]+)`)

// oneSide writes such declarations apart.
func oneSide(css string) string {
	return bothSides.ReplaceAllStringFunc(css, func(found string) string {
		part := bothSides.FindStringSubmatch(found)
		begin, end := apart(part[4])
		names := [2]string{"-inline-start:", "-inline-end:"}
		if part[3] == "block" {
			names = [2]string{"-top:", "-bottom:"}
		}
		return part[1] + part[2] + names[0] + begin + ";" + part[2] + names[1] + end
	})
}

// apart divides "8px calc(1px + 2px)" at its outer space; one value is for both.
func apart(value string) (begin, end string) {
	depth := 0
	for i, r := range value {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case ' ':
			if depth == 0 {
				return value[:i], value[i+1:]
			}
		}
	}
	return value, strings.TrimSpace(value)
}
