package sandbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// fieldRow is a place of a body, a parameter or a header, and all that the
// document says of it.
type fieldRow struct {
	Name, Type, Note  string
	Required, Assumed bool
}

func parameterRow(p *openapi3.Parameter, name, in string) fieldRow {
	row := fieldRow{Name: name, Type: in, Note: flowing(p.Description), Required: p.Required, Assumed: assumed(p.Extensions)}
	if p.Schema != nil {
		row.Note = sentences(row.Note, notes(p.Schema.Value)...)
	}
	if p.Example != nil {
		row.Note = sentences(row.Note, "For example "+plain(p.Example))
	}
	return row
}

// schemaRows flattens a schema to the paths of its places, as in
// "data[].code". Several schemas describe one place together, as the parts of
// an allOf do. A place about which nothing is said has no row of its own, unless
// it is a property.
func schemaRows(path string, required bool, schemas ...*openapi3.Schema) []fieldRow {
	var all []*openapi3.Schema
	for _, schema := range schemas {
		all = append(all, parts(schema)...)
	}
	row := fieldRow{Name: path, Required: required}
	properties, needed := map[string][]*openapi3.Schema{}, map[string]bool{}
	var inner []fieldRow
	for _, schema := range all {
		if row.Type == "" {
			row.Type = typeOf(schema)
		}
		row.Assumed = row.Assumed || assumed(schema.Extensions)
		row.Note = sentences(row.Note, notes(schema)...)
		for name, property := range schema.Properties {
			properties[name] = append(properties[name], property.Value)
		}
		for _, name := range schema.Required {
			needed[name] = true
		}
		if schema.Items != nil {
			inner = append(inner, schemaRows(path+"[]", false, schema.Items.Value)...)
		}
		for _, either := range schema.OneOf {
			inner = append(inner, schemaRows(path, false, either.Value)...)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		inner = append(inner, schemaRows(strings.TrimPrefix(path+"."+name, "."), needed[name], properties[name]...)...)
	}
	if isProperty := path != "" && !strings.HasSuffix(path, "[]"); row.Note == "" && !row.Assumed && !isProperty {
		return inner
	}
	if path == "" {
		row.Name = "the body"
	}
	return append([]fieldRow{row}, inner...)
}

// parts are a schema and those that it is made of.
func parts(schema *openapi3.Schema) []*openapi3.Schema {
	list := []*openapi3.Schema{schema}
	for _, part := range schema.AllOf {
		list = append(list, parts(part.Value)...)
	}
	return list
}

// notes is what a schema says of its values, each as a sentence without its
// full stop.
func notes(schema *openapi3.Schema) []string {
	var list []string
	note := func(there bool, format string, args ...any) {
		if there {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	note(schema.Description != "", "%s", flowing(schema.Description))
	note(schema.Deprecated, "Deprecated")
	for _, lead := range []struct{ extension, words string }{
		{"x-deprecated-for", "Deprecated for"}, {"x-known-values", "Known values:"}, {"x-assumed-values", "Assumed values:"},
	} {
		values, ok := schema.Extensions[lead.extension]
		note(ok, "%s %s", lead.words, plain(values))
	}
	note(len(schema.Enum) > 0, "One of %s", plain(schema.Enum))
	note(len(schema.OneOf) > 0, "One of these: %s", strings.Join(typesOf(schema.OneOf), ", "))
	note(schema.Default != nil, "%s by default", plain(schema.Default))
	note(schema.Min != nil, "%s %s", map[bool]string{false: "At least", true: "More than"}[isExclusive(schema)], plain(schema.Min))
	note(schema.Max != nil, "At most %s", plain(schema.Max))
	note(schema.MinLength > 1, "At least %d characters", schema.MinLength)
	note(schema.MaxLength != nil, "At most %s characters", plain(schema.MaxLength))
	note(schema.MinItems > 0, "At least %d", schema.MinItems)
	note(schema.Pattern != "", "Pattern %s", schema.Pattern)
	note(schema.Format != "", "Format %s", schema.Format)
	note(schema.Example != nil, "For example %s", plain(schema.Example))
	return list
}

func isExclusive(schema *openapi3.Schema) bool {
	return schema.ExclusiveMin.Bool != nil && *schema.ExclusiveMin.Bool
}

var wrapped = regexp.MustCompile(`([^\n])\n([^\n-])`)

// flowing undoes the line breaks of the document; paragraphs and the lines of a
// list stay.
func flowing(text string) string {
	return wrapped.ReplaceAllString(strings.TrimSpace(text), "$1 $2")
}

// sentences puts notes behind a text; what is there already isn't said again.
func sentences(text string, notes ...string) string {
	for _, note := range notes {
		note = strings.TrimSpace(note)
		switch {
		case note == "" || strings.Contains(text, note):
			continue
		case text != "" && !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "\n"):
			text += "."
		}
		text = strings.TrimSpace(text + " " + note)
	}
	return text
}

// plain writes a value of the document as people read it.
func plain(value any) string {
	if list, ok := value.([]any); ok {
		texts := make([]string, len(list))
		for i, entry := range list {
			texts[i] = plain(entry)
		}
		return strings.Join(texts, ", ")
	}
	if text, ok := value.(string); ok {
		return text
	}
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}

func typeOf(schema *openapi3.Schema) string {
	if schema.Type == nil {
		return ""
	}
	return strings.Join(schema.Type.Slice(), " or ")
}

func typesOf(schemas openapi3.SchemaRefs) []string {
	var list []string
	for _, schema := range schemas {
		list = append(list, typeOf(schema.Value))
	}
	return list
}

func assumed(extensions map[string]any) bool {
	is, _ := extensions["x-assumed"].(bool)
	return is
}
