package api

import (
	"net/http"
	"strings"
	"unicode"
)

// refusalHeader has the reason that a strict sandbox leaves out of the body,
// for people.
const refusalHeader = "X-Sandbox-Refusal"

// strictly is a refusal's body as far as the interface shows one: "The body
// shape of error responses: not shown", but a 406 comes with a code.
func (e *apiError) strictly() any {
	if e.status == http.StatusNotAcceptable {
		return struct {
			Code string `json:"code"`
		}{e.body.Code}
	}
	return struct{}{}
}

// oneLine is a text that fits into a header.
func oneLine(text string) string {
	const most = 500
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text[:min(len(text), most)])
}
