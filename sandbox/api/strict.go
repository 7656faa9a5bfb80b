package api

import (
	"net/http"
	"strings"
	"unicode"
)

// refusalHeader tells people what a strict sandbox's bodies don't.
const refusalHeader = "X-Sandbox-Refusal"

// strictly is the body of a refusal as far as the interface shows one: "The body
// shape of error responses: not shown", but a 406 comes with a code.
func (e *apiError) strictly() any {
	if e.status == http.StatusNotAcceptable {
		return struct {
			Code string `json:"code"`
		}{e.body.Code}
	}
	return struct{}{}
}

// oneLine is a text as a header can have it.
func oneLine(text string) string {
	const most = 500
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text[:min(len(text), most)])
}
