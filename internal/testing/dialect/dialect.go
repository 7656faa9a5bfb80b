package dialect

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

// Dialect is one gateway's habits. The zero value is nearly the sandbox's.
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

	Unborn        int    // status of a read before the creation, 0 = 404
	Pending, Paid string // words for process.status; "" = PENDING, SUCCESS
	Refuse        string // a creation is refused with this body
	RefuseStatus  int
}

// Row is what the gateway needs to know of a method.
type Row struct {
	Code, Currency string
	Usual          string // how it is usually paid: a presentation of the catalogue
	QRLink         bool   // … by upiQrDeepLink
	HasOperators   bool
}
