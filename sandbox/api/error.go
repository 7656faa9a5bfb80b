package api

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"

	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/wire"
)

// apiError is a refusal as the caller sees it.
type apiError struct {
	status     int
	body       wire.Error
	retryAfter string
	raw        raw // the body as sent, if a fault changed it
}

func (e *apiError) Error() string {
	return fmt.Sprintf("%d %s: %s", e.status, e.body.Code, e.body.Message)
}

// answer is what is sent.
func (e *apiError) answer() any {
	if e.raw != nil {
		return e.raw
	}
	return e.body
}

func refuse(status int, code, message string, fields ...string) *apiError {
	return &apiError{status: status, body: wire.Error{Code: code, Message: message, Fields: fields}}
}

// faulty refuses a request with invalid fields: each has a code, and the
// message names all of them.
func faulty(faults ...body.Fault) *apiError {
	e := refuse(http.StatusBadRequest, invalidRequest, "")
	var words []string
	for _, fault := range faults {
		what := whatIsWrong[fault.Reason]
		words = append(words, fault.Path+" "+what)
		e.body.Fields = append(e.body.Fields, fault.Path)
		e.body.FieldErrors = append(e.body.FieldErrors, wire.FieldError{Field: fault.Path, Code: string(fault.Reason), Message: what})
	}
	e.body.Message = strings.Join(words, "; ")
	return e
}

// fault is faulty for a single field.
func fault(path string, reason body.Reason) *apiError {
	return faulty(body.Fault{Path: path, Reason: reason})
}

const invalidRequest = "INVALID_REQUEST"

var whatIsWrong = map[body.Reason]string{
	body.Missing:      "is missing",
	body.WrongType:    "is of another type",
	body.Malformed:    "is malformed",
	body.OutOfRange:   "is out of range",
	body.NotAvailable: "is none of what there is",
	body.Unknown:      "is no name that is known here",
}

var (
	errVersion = refuse(http.StatusNotFound, "UNSUPPORTED_VERSION",
		"the X-API-Version header is missing or names an unsupported version; send 2")
	errUnknownPath  = refuse(http.StatusNotFound, "NOT_FOUND", "there is no such resource")
	errUnknownID    = refuse(http.StatusNotFound, "NOT_FOUND", "there is no payment with this id")
	errMethod       = refuse(http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED", "this resource doesn't take this method")
	errUnauthorized = refuse(http.StatusUnauthorized, "UNAUTHORIZED", "the token is missing, malformed, expired or not ours")
	errForbidden    = refuse(http.StatusForbidden, "FORBIDDEN", "the token's operations don't include this call")
	errMoney        = refuse(http.StatusForbidden, "MONEY_NOT_ALLOWED",
		"the token is limited to another amount or currency", "paymentRequested.money")
	errTooMany = refuse(http.StatusTooManyRequests, "TOO_MANY_REQUESTS",
		"more requests a second than allowed; this one was not processed")
	errDown        = refuse(http.StatusServiceUnavailable, "UNAVAILABLE", "the service is not available just now")
	errConflict    = refuse(http.StatusConflict, "ALREADY_ACCEPTED", "a payment with this id was accepted before")
	errNoObject    = refuse(http.StatusBadRequest, invalidRequest, "the body is no JSON object")
	errUnreadable  = refuse(http.StatusBadRequest, "UNREADABLE", "the body can't be read to its end")
	errNotJSON     = refuse(http.StatusBadRequest, "NOT_JSON", body.ErrNotJSON.Error())
	errTooDeep     = refuse(http.StatusBadRequest, "TOO_DEEP", body.ErrTooDeep.Error())
	errEncoding    = refuse(http.StatusUnsupportedMediaType, "UNSUPPORTED_ENCODING", "send the body without Content-Encoding")
	errContentType = refuse(http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", "send Content-Type: application/json")
	errTooLarge    = refuse(http.StatusRequestEntityTooLarge, "TOO_LARGE", "the body is too large")
)

// errCut asks for the connection to be cut without an answer.
var errCut = errors.New("the answer is lost")

// asAPIError hides internal errors from the caller.
func asAPIError(err error) *apiError {
	if e, ok := errors.AsType[*apiError](err); ok {
		return e
	}
	return refuse(http.StatusInternalServerError, "INTERNAL", "something went wrong inside the sandbox")
}

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
