package layout

import (
	"github.com/a-h/templ"

	"payapp/static"
)

// Style and script are the same in every page of a kind and allowed by their
// hashes, so they are written unescaped. They come from our own build, never
// from data. data-cfasync keeps a proxy's script loader away, which would give them
// another type, and load itself, which the policy forbids: nothing would run.
var (
	style     = ofEach(styleOf)
	script    = ofEach(scriptOf)
	favicon   = templ.SafeURL(static.Favicon()) // templ refuses data: addresses otherwise
	touchIcon = static.Path("touch.png")
)

func ofEach(part func(static.Kind) templ.Component) (parts []templ.Component) {
	for _, k := range static.Kinds() {
		parts = append(parts, part(k))
	}
	return parts
}

func styleOf(k static.Kind) templ.Component { return templ.Raw("<style>" + static.CSS(k) + "</style>") }

func scriptOf(k static.Kind) templ.Component {
	return templ.Raw(`<script type="module" data-cfasync="false">` + static.JS(k) + "</script>")
}

// kind is the page's kind.
func (f Frame) kind() static.Kind {
	switch {
	case f.TakenAlong:
		return static.Later
	case f.HowToPay:
		return static.Pay
	case f.Page == "options", f.Page == "languages", f.Choosing:
		return static.Choose
	case f.Page == "details", f.Page == "review", f.Page == "reference":
		return static.Ask
	case f.Page == "status" && f.Status == "success":
		return static.Receipt
	default:
		return static.Tell
	}
}
