package mark

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// Mark is a method's own picture from the catalogue file: the shapes of one SVG
// in a box. Only Parse makes one, so both parts can be written into a page
// unescaped. The zero Mark is none.
type Mark struct{ viewBox, shapes string }

// ViewBox is the box of the shapes: "0 0 40 24". "" = no mark.
func (m Mark) ViewBox() string { return m.viewBox }

// Shapes are the elements inside the svg element.
func (m Mark) Shapes() string { return m.shapes }

// Limits of a mark, since every page that shows it contains it.
const (
	MaxBytes    = 1500 // of its shapes
	maxElements = 60

	logoElements = 400
	maxDepth     = 6
)

// Forms of attribute values. None allows quotes, markup, addresses or names:
// what passes can only draw.
var (
	numberForm    = regexp.MustCompile(`^-?([0-9]{1,5}(\.[0-9]{0,6})?|\.[0-9]{1,6})$`)
	boxForm       = regexp.MustCompile(`^-?[0-9.]{1,8}([ ,]+-?[0-9.]{1,8}){3}$`)
	pathForm      = regexp.MustCompile(`^[MmZzLlHhVvCcSsQqTtAaEe0-9 ,.+\-\n\t]+$`)
	pointsForm    = regexp.MustCompile(`^[0-9 ,.+\-Ee\n\t]+$`)
	paintForm     = regexp.MustCompile(`^(none|currentColor|#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6})$`)
	ruleForm      = regexp.MustCompile(`^(nonzero|evenodd)$`)
	endForm       = regexp.MustCompile(`^(butt|round|square|miter|bevel)$`)
	transformForm = regexp.MustCompile(`^((matrix|translate|scale|rotate|skewX|skewY)\([0-9 ,.+\-Ee]{1,80}\)[ ,]*){1,6}$`)
)

// paints are the attributes that every element may have.
var paints = map[string]*regexp.Regexp{
	"fill": paintForm, "stroke": paintForm,
	"fill-rule": ruleForm, "clip-rule": ruleForm,
	"stroke-linecap": endForm, "stroke-linejoin": endForm,
	"stroke-width": numberForm, "stroke-miterlimit": numberForm,
	"opacity": numberForm, "fill-opacity": numberForm, "stroke-opacity": numberForm,
	"transform": transformForm,
}

// elements are the allowed elements, with the attributes of each besides
// those.
var elements = map[string]map[string]*regexp.Regexp{
	"g":        {},
	"path":     {"d": pathForm},
	"rect":     {"x": numberForm, "y": numberForm, "width": numberForm, "height": numberForm, "rx": numberForm, "ry": numberForm},
	"circle":   {"cx": numberForm, "cy": numberForm, "r": numberForm},
	"ellipse":  {"cx": numberForm, "cy": numberForm, "rx": numberForm, "ry": numberForm},
	"line":     {"x1": numberForm, "y1": numberForm, "x2": numberForm, "y2": numberForm},
	"polygon":  {"points": pointsForm},
	"polyline": {"points": pointsForm},
}

// dropped are attributes of the svg element that drawing programs write and
// that aren't needed.
var dropped = map[string]bool{"xmlns": true, "version": true, "width": true, "height": true}

const svgSpace = "http://www.w3.org/2000/svg"

// Parse reads a mark: an svg element with a viewBox that contains only
// shapes, with numbers and plain colours. Anything else is an error that names
// it: dropping it silently would change the picture. The result is written
// anew, never copied. A mark has at most 1,500 bytes.
func Parse(svg string) (Mark, error) { return parse(svg, MaxBytes, maxElements) }

// Logo reads a logo in the same way. It is a file of its own, so it may be larger;
// what is returned is that file.
func Logo(svg string, most int) ([]byte, error) {
	m, err := parse(svg, most, logoElements)
	if err != nil {
		return nil, err
	}
	return []byte(`<svg xmlns="` + svgSpace + `" viewBox="` + m.viewBox + `">` + m.shapes + `</svg>`), nil
}

func parse(svg string, most, elements int) (Mark, error) {
	if len(svg) > 4*most {
		return Mark{}, fmt.Errorf("more than %d bytes", 4*most)
	}
	p := &parser{decoder: xml.NewDecoder(strings.NewReader(svg)), most: elements}
	for {
		token, err := p.decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = p.take(token)
		}
		if err != nil {
			return Mark{}, err
		}
	}
	switch {
	case p.viewBox == "":
		return Mark{}, errors.New("an svg element with a viewBox is needed")
	case p.elements == 0:
		return Mark{}, errors.New("nothing is drawn")
	case p.out.Len() > most:
		return Mark{}, fmt.Errorf("%d bytes; at most %d", p.out.Len(), most)
	}
	return Mark{viewBox: p.viewBox, shapes: p.out.String()}, nil
}

type parser struct {
	decoder         *xml.Decoder
	out             strings.Builder
	viewBox         string
	depth, elements int
	most            int // elements
}

func (p *parser) take(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		p.depth++
		return p.start(t)
	case xml.EndElement:
		if p.depth--; p.depth > 0 {
			p.out.WriteString("</" + t.Name.Local + ">")
		}
	case xml.CharData:
		if strings.TrimSpace(string(t)) != "" {
			return errors.New("text isn't drawn; make it a path")
		}
	case xml.ProcInst:
		if t.Target != "xml" {
			return fmt.Errorf("<?%s is no part of a mark", t.Target)
		}
	case xml.Comment: // left out
	default:
		return errors.New("a document type is no part of a mark")
	}
	return nil
}

func (p *parser) start(e xml.StartElement) error {
	name := e.Name.Local
	if e.Name.Space != "" && e.Name.Space != svgSpace {
		return fmt.Errorf("<%s> isn't SVG", name)
	}
	if p.depth == 1 {
		if name != "svg" || p.viewBox != "" {
			return fmt.Errorf("<%s> stands where one svg element is needed", name)
		}
		return p.box(e.Attr)
	}
	own, known := elements[name]
	if !known {
		return fmt.Errorf("<%s> is none of the shapes that a mark may have", name)
	}
	if p.elements++; p.elements > p.most || p.depth > maxDepth {
		return fmt.Errorf("more than %d shapes, or more than %d inside each other", p.most, maxDepth-1)
	}
	p.out.WriteString("<" + name)
	for _, a := range e.Attr {
		form := own[a.Name.Local]
		if form == nil {
			form = paints[a.Name.Local]
		}
		if form == nil || a.Name.Space != "" {
			return fmt.Errorf("<%s> may not have %q", name, a.Name.Local)
		}
		if !form.MatchString(a.Value) {
			return fmt.Errorf("<%s %s>: %.40q can't be taken", name, a.Name.Local, a.Value)
		}
		p.out.WriteString(" " + a.Name.Local + `="` + strings.Join(strings.Fields(a.Value), " ") + `"`)
	}
	p.out.WriteString(">")
	return nil
}

// isBox reports whether a viewBox has an area.
func isBox(value string) bool {
	if !boxForm.MatchString(value) {
		return false
	}
	numbers := strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == ',' })
	for i, n := range numbers {
		if v, err := strconv.ParseFloat(n, 64); err != nil || i >= 2 && v <= 0 {
			return false
		}
	}
	return true
}

// box reads the svg element's own attributes; its colours apply to the shapes.
func (p *parser) box(attributes []xml.Attr) error {
	for _, a := range attributes {
		switch {
		case a.Name.Space == "" && a.Name.Local == "viewBox":
			if !isBox(a.Value) {
				return fmt.Errorf("viewBox: %.40q isn't four numbers, of which width and height are positive", a.Value)
			}
			p.viewBox = a.Value
		case a.Name.Space == "" && dropped[a.Name.Local], a.Name.Space == "xmlns":
		default:
			return fmt.Errorf("<svg> may not have %q; give it to a g element", a.Name.Local)
		}
	}
	if p.viewBox == "" {
		return errors.New("the svg element has no viewBox")
	}
	return nil
}
