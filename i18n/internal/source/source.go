package source

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Message is one entry of a file.
type Message struct {
	Key string
	// Sum identifies the English text that a translation was made from: six hex
	// digits, "" = unknown.
	Sum string
	// Text is the message, "" if it has Forms or Same.
	Text string
	// Forms are the plural forms by CLDR category: zero, one, two, few, many,
	// other.
	Forms map[string]string
	// Same is the key whose text this shares; only in English.
	Same string
	// Name says that the text is a name, such as a brand's, which a language has
	// without translating it; only in English.
	Name bool
}

// Categories are CLDR's plural categories, in its order.
var Categories = []string{"zero", "one", "two", "few", "many", "other"}

const (
	sumSign  = " #"
	sumSize  = 6
	sameSign = "="
	nameForm = "name"
)

var (
	errShape = errors.New("neither words nor an object of plural forms")
	errKey   = errors.New("given twice")
	errSum   = errors.New("six hex digits belong after #")
	errForm  = errors.New("no plural category of CLDR")
)

// Parse reads a file, keeping its order. Errors name the faulty key.
func Parse(data []byte) ([]Message, error) {
	d := jsontext.NewDecoder(bytes.NewReader(data))
	if t, err := d.ReadToken(); err != nil {
		return nil, err
	} else if t.Kind() != '{' {
		return nil, errShape
	}
	var messages []Message
	seen := map[string]bool{}
	for d.PeekKind() == '"' {
		m, err := parseMessage(d)
		if err != nil {
			return nil, err
		}
		if seen[m.Key] {
			return nil, fmt.Errorf("%s: %w", m.Key, errKey)
		}
		seen[m.Key] = true
		messages = append(messages, m)
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errShape
	}
	return messages, nil
}

func parseMessage(d *jsontext.Decoder) (Message, error) {
	name, err := d.ReadToken()
	if err != nil {
		return Message{}, err
	}
	m := Message{}
	var signed bool
	m.Key, m.Sum, signed = strings.Cut(name.String(), sumSign)
	if signed && (len(m.Sum) != sumSize || strings.Trim(m.Sum, "0123456789abcdef") != "") {
		return m, fmt.Errorf("%s: %w", m.Key, errSum)
	}
	value, err := d.ReadValue()
	if err != nil {
		return m, err
	}
	var text string
	switch {
	case value.Kind() == '{' && json.Unmarshal(value, &m.Forms) == nil:
		if name, ok := m.Forms[nameForm]; ok && len(m.Forms) == 1 {
			m.Name, m.Text, m.Forms = true, name, nil
		}
		for category := range m.Forms {
			if !slices.Contains(Categories, category) {
				return m, fmt.Errorf("%s: %q: %w", m.Key, category, errForm)
			}
		}
	case value.Kind() == '"' && json.Unmarshal(value, &text) == nil:
		if same, ok := strings.CutPrefix(text, sameSign); ok {
			m.Same = same
		} else {
			m.Text = text
		}
	default:
		return m, fmt.Errorf("%s: %w", m.Key, errShape)
	}
	return m, nil
}

// Words are the message's texts: one, or one for each plural form, in CLDR's
// order.
func (m Message) Words() []string {
	if m.Forms == nil {
		return []string{m.Text}
	}
	var words []string
	for _, category := range Categories {
		if text, ok := m.Forms[category]; ok {
			words = append(words, text)
		}
	}
	return words
}

// SumOf identifies the text of an English message: a translation that carries
// it was made from that text.
func SumOf(english Message) string {
	sum := sha256.Sum256([]byte(strings.Join(english.Words(), "\x00")))
	return hex.EncodeToString(sum[:])[:sumSize]
}

// Format writes a file of messages, in their order, with a blank line between
// groups of keys.
func Format(messages []Message) []byte {
	var b bytes.Buffer
	b.WriteString("{")
	group := ""
	for i, m := range messages {
		if i > 0 {
			b.WriteString(",")
		}
		if own, _, _ := strings.Cut(m.Key, "."); own != group {
			if i > 0 {
				b.WriteString("\n")
			}
			group = own
		}
		name := m.Key
		if m.Sum != "" {
			name += sumSign + m.Sum
		}
		b.WriteString("\n  " + quote(name) + ": ")
		switch {
		case m.Same != "":
			b.WriteString(quote(sameSign + m.Same))
		case m.Name:
			b.WriteString("{" + quote(nameForm) + ": " + quote(m.Text) + "}")
		case m.Forms == nil:
			b.WriteString(quote(m.Text))
		default:
			b.WriteString("{")
			comma := ""
			for _, category := range Categories {
				if text, ok := m.Forms[category]; ok {
					b.WriteString(comma + "\n    " + quote(category) + ": " + quote(text))
					comma = ","
				}
			}
			b.WriteString("\n  }")
		}
	}
	b.WriteString("\n}\n")
	return b.Bytes()
}

func quote(s string) string {
	quoted, err := jsontext.AppendQuote(nil, s)
	if err != nil {
		return `""` // a text that isn't UTF-8 is never parsed
	}
	return string(quoted)
}
