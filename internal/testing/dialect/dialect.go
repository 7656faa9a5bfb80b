package dialect

import (
	"fmt"
	"strconv"
	"time"
)

// Operators is how a gateway lists the operators of a method.
type Operators string

// The ways to list them.
const (
	Named    Operators = "named"
	Nameless Operators = "nameless" // a code and no name
	Numbers  Operators = "numbers"  // codes that are JSON numbers
	Empty    Operators = "empty"
	Null     Operators = "null"
	Absent   Operators = "absent"
)

// Way is how an answer says how to pay.
type Way string

// The ways; Usual is the row's.
const (
	Usual    Way = "usual"
	Redirect Way = "redirect" // only an address
	Code     Way = "code"     // only a qrCode
	Both     Way = "both"     // the usual, with an address and a code
	Steps    Way = "steps"    // an account and instructions
	Nothing  Way = "nothing"
)

// Loss is what becomes of the answer to a creation. The first that isn't
// Unprocessed creates the payment.
type Loss string

// The losses.
const (
	Kept         Loss = ""
	Unprocessed  Loss = "unprocessed"  // 503, and nothing was created
	Error        Loss = "error"        // 503
	Reset        Loss = "reset"        // the connection is cut
	Late         Loss = "late"         // it comes after the client has given up
	Cut          Loss = "cut"          // a 2xx with half of its body
	Garbage      Loss = "garbage"      // a 2xx with a page of HTML
	Blank        Loss = "blank"        // a 2xx without a body
	Conflict     Loss = "conflict"     // 409, as if the id had been taken before
	Unauthorised Loss = "unauthorised" // 401
	// A refusal that is kept: 406, and the id is used up by a payment that has failed.
	Failed Loss = "failed"
	// A success that isn't one: 200 with a list of errors, and nothing was created.
	Errors Loss = "errors"
)

// Answered is a Loss with this status, after which nothing was created.
func Answered(status int) Loss { return Loss(strconv.Itoa(status)) }

// Wordless is no word at all.
const Wordless = "-"

// Info is what becomes of merchant-info.
type Info string

// The ways; Channel is a name.
const (
	Channel Info = ""
	Unnamed Info = "unnamed" // 200 without a name
	Refused Info = "refused" // 403: the token doesn't grant it
	Missing Info = "missing" // 404
	Unknown Info = "unknown" // 401, as if nobody knew the token
	Slow    Info = "slow"    // no answer until the client gives up
)

// Dialect is one gateway's habits. The zero value is nearly the sandbox's. It has
// a field for each habit, so that a dialect can combine them.
type Dialect struct {
	Name string
	Says string // the interface's sentence that allows it or leaves it open, or "ours"

	Created   int  // status of a creation, 0 = 200
	Silent    bool // a creation is answered without a body
	BareList  bool // options as a bare list
	Operators Operators
	Strings   bool // amounts are strings
	Integers  bool // account numbers and references are JSON numbers
	Nulls     bool // absent properties are null
	Backwards bool // properties in another order
	Extra     bool // properties of a future version
	Offset    string
	Terse     bool // reads repeat neither operator nor the customer's account
	Way       Way

	Omits     []string // properties that reads leave out
	Withdraws bool     // a way that an answer leaves out, in a word of progress, is none any more

	Loses    []Loss        // what becomes of the answers to creations, in turn
	Hidden   bool          // reads don't find the payment until Show
	Info     Info          // what becomes of merchant-info
	Number   int           // the status by which a number is refused, 0 = it is taken
	Options  int           // the status by which options are refused, 0 = they are listed
	Because  string        // the body of that refusal
	ExpireAt string        // the deadline as it is written, "" = none
	ExpireIn time.Duration // the deadline from the creation on, by the gateway's clock; 0 = none
	Requires string        // moneyRequired's amount, "" = none
	Skew     time.Duration // how far the Date header is off
	Fickle   bool          // each read's code is another one
	Lags     time.Duration // so long after a change every second read is answered as before it
	Excuse   string        // the body of an Answered creation, "" = of none of the interface's codes
	Fee      string        // a fee beside what was paid, "" = none

	Unborn        int    // status of a read before the creation, 0 = 404
	Pending, Paid string // words for process.status; "" = PENDING, SUCCESS; Wordless = none
	Refuse        string // a creation is refused with this body
	RefuseStatus  int
}

// Bodies are refusals that carry the code, each in a place of its own.
func Bodies(code string) (list []string) {
	for _, body := range []string{
		`{"status":406,"error":"Not Acceptable","code":"%s"}`,
		`{"errorCode":"%s"}`,
		`{"error":"%s","message":"no"}`,
		`{"code":406,"error":{"code":"%s"}}`,
		`{"errors":[{"errorCode":"%s"}]}`,
		`{"errors":["%s"]}`,
		`[{"code":"%s"}]`,
		`{"failureReasonCode":"%s"}`,
		`{"code":"REFUSED","failureReasonCode":"%s"}`,
		`{"code":"REFUSED","details":[{"code":"%s"}]}`,
		`%s`, `"%s"`,
		`{"fault":{"detail":{"errorcode":"%s"}}}`,
		`{"Error":{"Code":"%s"}}`,
		`{"result":{"code":"%s"}}`,
		`{"status":"%s"}`,
		`{"title":"%s"}`,
		`{"messages":["%s"]}`,
		`{"error":{"reasons":[{"code":"%s"}]}}`,
		`{"type":"https://gateway.example/errors/%s","status":406}`,
		`<fault><code>%s</code></fault>`,
		`{"message":"Refused (%s), see the manual"}`,
	} {
		list = append(list, fmt.Sprintf(body, code))
	}
	return list
}

// Row is what the gateway needs to know of a method.
type Row struct {
	Code, Currency string
	Usual          string // how it is usually paid: a presentation of the catalogue
	QRLink         bool   // … by upiQrDeepLink
	HasOperators   bool
}
