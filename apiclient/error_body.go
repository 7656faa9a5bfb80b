package apiclient

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// The codes of 406 answers (interface.md, Errors) and of failureReasonCode
// (interface.md, Failure reason codes).
const (
	CodeSecurityCheck = "SECURITY_CHECK_FAILED"
	CodeInactivity    = "CUSTOMER_VERIFICATION_INACTIVITY"
	CodeNotRegistered = "CUSTOMER_NOT_REGISTERED"
)

// RefusalCodes lists them.
func RefusalCodes() []string { return []string{CodeSecurityCheck, CodeInactivity, CodeNotRegistered} }

// errorBody is what an error's body says. "The body shape of error responses:
// not shown" (interface.md, Errors), so it is searched for in the usual places.
type errorBody struct {
	code, message string
	fields        []FieldError
}

// Limits on what is read of an error's body.
const (
	maxErrorBody  = 64 << 10
	maxErrorDepth = 6
	maxErrorParts = 200
)

// surelyCodes is how many of codeNames, from the start, never hold other text.
const surelyCodes = 5

// Property names that gateways use, the most usual first.
var (
	codeNames    = []string{"code", "errorCode", "error_code", "failureReasonCode", "reasonCode", "error", "reason", "type"}
	messageNames = []string{"message", "errorMessage", "error_description", "detail", "description", "title", "reason", "error"}
	fieldNames   = []string{"field", "fieldName", "name", "path", "property", "propertyPath", "param", "parameter", "pointer"}
	// innerNames hold nested objects with the same properties; fieldLists hold
	// faults by field name.
	innerNames = []string{"error", "errors", "details", "detail", "causes", "data"}
	fieldLists = []string{"fields", "fieldErrors", "validationErrors", "violations", "invalidParams", "invalid-params", "errors", "details"}
)

// readErrorBody finds code, message and fields wherever they are. One of the
// interface's codes takes precedence over any other, and counts as a whole word anywhere
// in the text, if there is no other one.
func readErrorBody(body []byte) errorBody {
	if len(body) > maxErrorBody {
		return errorBody{}
	}
	found := searchErrorBody(body)
	if _, known := knownCode(found.code); known {
		return found
	}
	words := refusalWord.FindAllString(string(body), -1)
	slices.Sort(words)
	if words = slices.Compact(words); len(words) == 1 {
		found.code = words[0]
	}
	return found
}

// refusalWord is one of the interface's codes.
var refusalWord = regexp.MustCompile(`\b(` + strings.Join(RefusalCodes(), "|") + `)\b`)

func searchErrorBody(body []byte) errorBody {
	reader := errorReader{left: maxErrorParts}
	var top any
	if json.Unmarshal(body, &top) != nil {
		text := strings.TrimSpace(string(body))
		reader.found.code, _ = knownCode(text)
		if !strings.HasPrefix(text, "<") {
			reader.found.message = text
		}
		return reader.found
	}
	reader.read(top, maxErrorDepth, false)
	return reader.found
}

// errorReader collects what it finds; left limits the parts that it looks at.
type errorReader struct {
	found errorBody
	known bool // found.code is one of the interface's
	left  int
}

// read reads one part. inList: it is in a list of faults, where an object may
// be about a field.
func (r *errorReader) read(part any, depth int, inList bool) {
	if r.left--; r.left < 0 || depth == 0 {
		return
	}
	switch part := part.(type) {
	case string:
		r.code(part, false)
	case []any:
		for _, item := range part {
			r.read(item, depth-1, true)
		}
	case map[string]any:
		if field := firstText(part, fieldNames); inList && field != "" {
			code := firstText(part, codeNames[:surelyCodes])
			r.field(FieldError{Field: field, Code: plain(code), Message: firstText(part, messageNames)})
			r.code(code, false) // one of the interface's codes counts anywhere
			return
		}
		for i, name := range codeNames {
			if text, ok := part[name].(string); ok {
				r.code(text, i < surelyCodes || codeForm.MatchString(text))
			}
		}
		if r.found.message == "" {
			r.found.message = firstText(part, messageNames)
		}
		for _, name := range fieldLists {
			r.fields(part[name], name == "fields" || name == "fieldErrors" || name == "violations", depth-1)
		}
		for _, name := range innerNames {
			if _, text := part[name].(string); !text {
				r.read(part[name], depth-1, false)
			}
		}
	}
}

// fields reads an object of name → message or → messages. If names is true it
// also reads a list of names. read handles lists of objects.
func (r *errorReader) fields(part any, names bool, depth int) {
	switch part := part.(type) {
	case []any:
		if !names {
			return // read handles the list
		}
		for _, item := range part {
			if name, ok := item.(string); ok {
				r.field(FieldError{Field: name})
			} else {
				r.read(item, depth, true)
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(part)) {
			switch value := part[name].(type) {
			case string:
				if !slices.Contains(codeNames, name) && !slices.Contains(messageNames, name) && !slices.Contains(fieldNames, name) {
					r.field(FieldError{Field: name, Message: value})
				}
			case []any:
				if len(value) > 0 {
					if message, ok := value[0].(string); ok {
						r.field(FieldError{Field: name, Message: message})
					}
				}
			}
		}
	}
}

func (r *errorReader) field(fault FieldError) {
	if r.left--; r.left >= 0 && !slices.ContainsFunc(r.found.fields, func(f FieldError) bool { return f.Field == fault.Field }) {
		r.found.fields = append(r.found.fields, fault)
	}
}

// code notes a code. If any is true, one that interface.md doesn't have is
// accepted too.
func (r *errorReader) code(text string, any bool) {
	if known, ok := knownCode(text); ok && !r.known {
		r.found.code, r.known = known, true
	} else if any && r.found.code == "" {
		r.found.code = plain(text)
	}
}

// knownCode finds one of the interface's codes, however it is written.
func knownCode(text string) (string, bool) {
	text = strings.Trim(strings.NewReplacer(" ", "_", "-", "_").Replace(strings.TrimSpace(text)), `"'.`)
	for _, code := range RefusalCodes() {
		if strings.EqualFold(text, code) {
			return code, true
		}
	}
	return "", false
}

// plainCode is what a code may look like; other text isn't logged as one.
// codeForm is what only a code looks like.
var (
	plainCode = regexp.MustCompile(`\A[A-Za-z0-9_.-]{1,64}\z`)
	codeForm  = regexp.MustCompile(`\A[A-Z][A-Z0-9]*(_[A-Z0-9]+)+\z`)
)

func plain(code string) string {
	if !plainCode.MatchString(code) {
		return ""
	}
	return code
}

// firstText is the first of the properties that is a non-empty text.
func firstText(part map[string]any, names []string) string {
	for _, name := range names {
		if text, _ := part[name].(string); text != "" {
			return text
		}
	}
	return ""
}
