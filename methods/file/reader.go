package file

import (
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v3"

	"payapp/methods"
)

// reader reads a file's nodes and notes every fault with its line, instead
// of stopping at the first.
type reader struct{ faults Faults }

func (r *reader) fault(line int, format string, args ...any) {
	r.faults = append(r.faults, Fault{line, fmt.Sprintf(format, args...)})
}

// fields passes each value of a mapping to the function of its key. Unknown and
// duplicate keys are faults.
func (r *reader) fields(n *yaml.Node, known map[string]func(*yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.fault(n.Line, "names with values are needed here")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		read, ok := known[key.Value]
		switch {
		case !ok:
			r.fault(key.Line, "unknown name %q", key.Value)
		case seen[key.Value]:
			r.fault(key.Line, "%q is there twice", key.Value)
		default:
			seen[key.Value] = true
			read(value)
		}
	}
}

// items passes each item of a list to a function.
func (r *reader) items(n *yaml.Node, read func(*yaml.Node)) {
	if n.Kind != yaml.SequenceNode {
		r.fault(n.Line, "a list is needed here")
		return
	}
	for _, item := range n.Content {
		read(item)
	}
}

// text reads a word or a sentence into s.
func (r *reader) text(s *string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || n.Value == "" {
			r.fault(n.Line, "a text is needed here")
			return
		}
		*s = n.Value
	}
}

// flag reads true or false into b.
func (r *reader) flag(b *bool) func(*yaml.Node) {
	return func(n *yaml.Node) {
		value, err := strconv.ParseBool(n.Value)
		if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" || err != nil {
			r.fault(n.Line, "true or false is needed here")
			return
		}
		*b = value
	}
}

// each reads a list into all, item by item.
func each[T any](r *reader, all *[]T, read func(*yaml.Node) T) func(*yaml.Node) {
	return func(n *yaml.Node) { r.items(n, func(n *yaml.Node) { *all = append(*all, read(n)) }) }
}

// list reads a list of texts into all.
func (r *reader) list(all *[]string) func(*yaml.Node) {
	return each(r, all, func(n *yaml.Node) (text string) {
		r.text(&text)(n)
		return text
	})
}

// texts reads one text per language, into a part of the language's texts.
func (r *reader) texts(into *map[string]methods.Text, part func(*methods.Text) *string) func(*yaml.Node) {
	return r.languages(into, func(t *methods.Text, n *yaml.Node) { r.text(part(t))(n) })
}

// languages passes each language's node to a function, which adds to its texts.
func (r *reader) languages(into *map[string]methods.Text, read func(*methods.Text, *yaml.Node)) func(*yaml.Node) {
	return func(n *yaml.Node) {
		if n.Kind != yaml.MappingNode {
			r.fault(n.Line, "a text for each language is needed here")
			return
		}
		if *into == nil {
			*into = map[string]methods.Text{}
		}
		seen := map[string]bool{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], n.Content[i+1]
			switch {
			case !isLanguage(key.Value):
				r.fault(key.Line, "%q is no language tag", key.Value)
			case seen[key.Value]:
				r.fault(key.Line, "%q is there twice", key.Value)
			default:
				seen[key.Value] = true
				text := (*into)[key.Value]
				read(&text, value)
				(*into)[key.Value] = text
			}
		}
	}
}
