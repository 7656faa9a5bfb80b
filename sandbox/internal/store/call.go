package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Call is one call of the interface and its answer. Status is 0 if the
// connection was cut.
type Call struct {
	Seq       int64
	At        time.Time
	Merchant  string // "" if nobody was authenticated
	Claimed   string // the merchant that such a call names; anybody can name any
	Kind, ID  string // of the payment that it is about, or ""
	Operation string // the endpoint's name, "" for an address that isn't in the interface
	Method    string
	Path      string // with its query
	Request   string
	Status    int
	Response  string
	CallDetail
}

// CallDetail is what only a call's own page shows in full.
type CallDetail struct {
	Headers  []Header `json:"headers,omitempty"`  // of the request, without secrets
	Answered []Header `json:"answered,omitempty"` // of the answer
	Took     int64    `json:"took,omitempty"`     // milliseconds
	Token    *Allowed `json:"token,omitempty"`
	Why      *Why     `json:"why,omitempty"`
	Notes    []string `json:"notes,omitempty"` // what the sandbox did on purpose, and what will hurt later
}

// Header is one header field of a call.
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Allowed is what a call's token says, if we made it.
type Allowed struct {
	Merchant   string    `json:"merchantCode"`
	Operations []string  `json:"operations"`
	Money      string    `json:"money,omitempty"`
	ExpiresAt  time.Time `json:"expiresAt"`
}

// Why says why a call was refused: the check that failed, the code that was
// answered, and the reason and a remedy in words.
type Why struct {
	Check  string `json:"check"`
	Code   string `json:"code"`
	Reason string `json:"reason"`
	Remedy string `json:"remedy,omitempty"`
}

// NoPayment is the check that fails while there is no payment of that id.
const NoPayment = "payment"

// Refused reports whether the call wasn't done, as far as its caller can tell. A
// reading of a payment that isn't there, as while its customer chooses, is
// answered by that.
func (c Call) Refused() bool {
	early := c.Method == http.MethodGet && c.Why != nil && c.Why.Check == NoPayment
	return c.Status == 0 || c.Status >= 400 && !early
}

// bounds limits how many calls are kept.
type bounds struct {
	passing   int // reads and token calls about one payment: a client may poll for days
	refused   int // refused calls about one payment
	unbound   int // a merchant's calls about no payment, and as many refused ones
	strangers int // unauthenticated calls about one payment
	strange   int // unauthenticated calls about all payments
	rows      int // all calls
	bytes     int // of all calls and answers
	every     int // the total is checked after so many calls
}

var usualBounds = bounds{passing: 60, refused: 60, unbound: 200, strangers: 20, strange: 200, rows: 20_000, bytes: 64 << 20, every: 256}

const addCall = `INSERT INTO calls (merchant, claimed, kind, id, at, operation, method, path, request, status, response, detail)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// AddCall keeps a call. It removes the oldest reads, token calls and refusals
// about the same payment beyond their limits. Calls that changed something stay
// until all calls together are too many.
func (s *Store) AddCall(ctx context.Context, c Call) error {
	detail, err := json.Marshal(c.CallDetail)
	if err != nil {
		return fmt.Errorf("keep call: %w", err)
	}
	add, err := s.statement(ctx, addCall)
	if err != nil {
		return fmt.Errorf("keep call: %w", err)
	}
	trims := s.trims(c)
	for i, t := range trims {
		if trims[i].statement, err = s.statement(ctx, t.query); err != nil {
			return fmt.Errorf("trim calls: %w", err)
		}
	}
	return s.atomically(ctx, func(tx *sql.Tx) error {
		_, err := tx.StmtContext(ctx, add).ExecContext(ctx, c.Merchant, c.Claimed, c.Kind, c.ID, c.At.UnixMilli(),
			c.Operation, c.Method, c.Path, c.Request, c.Status, c.Response, string(detail))
		if err != nil {
			return fmt.Errorf("keep call: %w", err)
		}
		for _, t := range trims {
			if _, err := tx.StmtContext(ctx, t.statement).ExecContext(ctx, t.args...); err != nil {
				return fmt.Errorf("trim calls: %w", err)
			}
		}
		if c.Merchant != "" && s.added.Add(1)%int64(s.bounds.every) == 0 {
			return s.trimAll(ctx, tx)
		}
		return nil
	})
}

// trim is a query that removes what is beyond a limit.
type trim struct {
	query     string
	args      []any
	statement *sql.Stmt
}

// trims are the trims due after a call was added. They are written so that
// SQLite needn't plan them again for other values: limits are literals, and the
// plus stops it from considering the index of strangers.
func (s *Store) trims(c Call) []trim {
	beyond := func(limit int, which string, args ...any) trim {
		return trim{query: fmt.Sprintf(`DELETE FROM calls WHERE %[1]s AND
			seq <= (SELECT seq FROM calls WHERE %[1]s ORDER BY seq DESC LIMIT 1 OFFSET %[2]d)`, which, limit), args: args}
	}
	const (
		ofStory     = `id = ?1 AND merchant = +?2 AND kind = +?3`
		refusedOnes = ` AND status >= 300`
	)
	switch {
	case c.Merchant == "":
		return []trim{beyond(s.bounds.strangers, ofStory, c.ID, c.Merchant, c.Kind), beyond(s.bounds.strange, `merchant = ''`)}
	case c.ID == "" && c.Status >= 300:
		return []trim{beyond(s.bounds.unbound, ofStory+refusedOnes, c.ID, c.Merchant, c.Kind)}
	case c.ID == "":
		return []trim{beyond(s.bounds.unbound, ofStory+` AND status < 300`, c.ID, c.Merchant, c.Kind)}
	case c.Status >= 300:
		return []trim{beyond(s.bounds.refused, ofStory+refusedOnes, c.ID, c.Merchant, c.Kind)}
	}
	const passing = ` AND status < 300 AND (method = 'GET' OR path LIKE '/auth-tokens%')`
	return []trim{beyond(s.bounds.passing, ofStory+passing, c.ID, c.Merchant, c.Kind)}
}

// trimAll removes the oldest of all calls beyond the limits.
func (s *Store) trimAll(ctx context.Context, db execer) error {
	return exec(ctx, db, "trim calls", `DELETE FROM calls WHERE seq <= (SELECT seq FROM (
			SELECT seq, row_number() OVER newest AS n,
				sum(octet_length(request) + octet_length(response) + octet_length(detail)) OVER newest AS bytes
			FROM calls WINDOW newest AS (ORDER BY seq DESC))
		WHERE n > ? OR bytes > ? ORDER BY seq DESC LIMIT 1)`, s.bounds.rows, s.bounds.bytes)
}
