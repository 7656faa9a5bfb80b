package api

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"

	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// apiError is a refusal as the caller sees it, and what the console says about
// it.
type apiError struct {
	status     int
	body       wire.Error
	retryAfter string
	raw        raw    // the body as sent, if a fault changed it
	check      string // which check failed
	remedy     string // what the caller can do
	reason     string // if the message keeps it to itself
}

// failed names the check and the remedy.
func (e *apiError) failed(check, remedy string) *apiError {
	e.check, e.remedy = check, remedy
	return e
}

// why is what the console says about a refusal.
func (e *apiError) why() *store.Why {
	return &store.Why{Check: e.check, Code: e.body.Code, Reason: cmp.Or(e.reason, e.body.Message), Remedy: e.remedy}
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

// mostFaults is how many faults a refusal names: a body can have thousands.
const mostFaults = 50

// faulty refuses a request with invalid fields: each has a code, and the
// message names all of them.
func faulty(faults ...body.Fault) *apiError {
	e := refuse(http.StatusBadRequest, invalidRequest, "").failed("fields", "Correct the fields named here, and send the call again.")
	var words []string
	for i, fault := range faults {
		if i == mostFaults {
			words = append(words, fmt.Sprintf("and %d more", len(faults)-i))
			break
		}
		fault.Path = cut(fault.Path)
		what := cmp.Or(fault.What, reasonTexts[fault.Reason])
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

var reasonTexts = map[body.Reason]string{
	body.Missing:      "is missing",
	body.WrongType:    "is of another type",
	body.Malformed:    "is malformed",
	body.OutOfRange:   "is out of range",
	body.NotAvailable: "is none of what there is",
	body.Unknown:      "is no name that is known here",
}

var (
	errUnknownPath = refuse(http.StatusNotFound, "NOT_FOUND", "there is no such resource").
			failed("address", "/interface lists every address; the id in a path is one segment, percent-encoded.")
	errUnknownID = refuse(http.StatusNotFound, "NOT_FOUND", "there is no payment with this id").
			failed(store.NoPayment, "Normal until the customer has pressed the payment page's last button. "+
			"A payment exists once its creation was answered with 200, for the merchant of that token alone.")
	errMethod = refuse(http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED", "this resource doesn't take this method").
			failed("method", "The header Allow of the answer lists the methods.")
	errTooMany = refuse(http.StatusTooManyRequests, "TOO_MANY_REQUESTS",
		"more requests a second than allowed; this one was not processed").
		failed("rate", "Wait, and send the same call again; nothing was done.")
	errDown = refuse(http.StatusServiceUnavailable, "UNAVAILABLE", "the service is not available just now").
		failed("service", "Send the same call again later.")
	errConflict = refuse(http.StatusConflict, "ALREADY_ACCEPTED", "a payment with this id was accepted before").
			failed("id", "Read the payment. A new attempt after a failure needs a new id.")
	errNoObject = refuse(http.StatusBadRequest, invalidRequest, "the body is no JSON object").
			failed("body", "Send one JSON object.")
	errUnreadable = refuse(http.StatusBadRequest, "UNREADABLE", "the body can't be read to its end").
			failed("body", "Content-Length may be wrong, or the connection was cut.")
	errNotJSON  = refuse(http.StatusBadRequest, "NOT_JSON", body.ErrNotJSON.Error()).failed("body", "Send one JSON object.")
	errTooDeep  = refuse(http.StatusBadRequest, "TOO_DEEP", body.ErrTooDeep.Error()).failed("body", "No call needs so many levels.")
	errEncoding = refuse(http.StatusUnsupportedMediaType, "UNSUPPORTED_ENCODING", "send the body without Content-Encoding").
			failed("body", "Send the body as it is, not compressed.")
	errContentType = refuse(http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", "send Content-Type: application/json").
			failed("body", "Send the header Content-Type: application/json; JSON is in UTF-8 always.")
	errTooLarge = refuse(http.StatusRequestEntityTooLarge, "TOO_LARGE", "the body is too large").failed("body", "At most 64 KB.")
)

// cutError asks for the connection to be cut without an answer, and says for
// the console why.
type cutError struct{ why string }

func (cutError) Error() string        { return "the answer is lost" }
func (cutError) Is(target error) bool { return target == errCut }

// errCut asks for the connection to be cut without an answer.
var errCut = errors.New("the answer is lost")

// asAPIError hides internal errors from the caller.
func asAPIError(err error) *apiError {
	if e, ok := errors.AsType[*apiError](err); ok {
		return e
	}
	return refuse(http.StatusInternalServerError, "INTERNAL", "something went wrong inside the sandbox").
		failed("sandbox", "Its log says what.")
}

// refusalHeader has the reason that a strict sandbox leaves out of the body,
// for people.
const refusalHeader = "X-Sandbox-Refusal"

// hintHeader says what was accepted, and another gateway may refuse.
const hintHeader = "X-Sandbox-Hint"

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
