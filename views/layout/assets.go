package layout

import (
	"github.com/a-h/templ"

	"payapp/static"
)

// Style and script are the same in every page and allowed by their hashes, so
// they are written as they are. They come from our own build, never from data.
var (
	style     = templ.Raw("<style>" + static.CSS() + "</style>")
	script    = templ.Raw(`<script type="module">` + static.JS() + "</script>")
	favicon   = templ.SafeURL(static.Favicon()) // templ refuses data: addresses that nobody vouches for
	touchIcon = static.Path("touch.png")
)
