package static

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed dist
var dist embed.FS

// File is a file that pages link to.
type File struct {
	ContentType string
	ETag        string // strong, quoted
	Body        []byte
}

// contentTypes of linked files, by extension, independent of the machine's own
// table. All other files are part of the pages.
var contentTypes = map[string]string{".png": "image/png"}

var (
	byHashedName = map[string]File{}
	hashedNames  = map[string]string{} // "touch.png" → "touch-3f2a….png"
	css          = [...]string{
		Choose: mustRead("choose.css"), Ask: mustRead("ask.css"), Later: mustRead("pay.css"),
		Pay: mustRead("pay.css"), Tell: mustRead("tell.css"), Receipt: mustRead("tell.css"),
	}
	js = [...]string{
		Choose: mustRead("choose.js"), Ask: mustRead("ask.js"), Later: mustRead("later.js"),
		Pay: mustRead("tell.js"), Tell: mustRead("tell.js"), Receipt: mustRead("later.js"),
	}
	cssHash = sourceExpressions(css[:])
	jsHash  = sourceExpressions(js[:])
	favicon = "data:image/svg+xml," + percentEncode(mustRead("icon.svg"))
)

func init() {
	entries, err := fs.ReadDir(dist, "dist")
	if err != nil {
		panic(fmt.Sprintf("static: %v", err))
	}
	for _, e := range entries {
		name := e.Name()
		if contentType, ok := contentTypes[path.Ext(name)]; ok {
			add(name, contentType)
		}
	}
}

// add registers a file under its hashed name.
func add(name, contentType string) {
	body := mustRead(name)
	sum := sha256.Sum256([]byte(body))
	hash := hex.EncodeToString(sum[:6])
	ext := path.Ext(name)
	hashed := strings.TrimSuffix(name, ext) + "-" + hash + ext
	byHashedName[hashed] = File{ContentType: contentType, ETag: `"` + hash + `"`, Body: []byte(body)}
	hashedNames[name] = hashed
}

// mustRead reads an embedded file; if it is missing, the build is broken.
func mustRead(name string) string {
	data, err := fs.ReadFile(dist, "dist/"+name)
	if err != nil {
		panic(fmt.Sprintf("static: %v: run go generate ./static", err))
	}
	return string(data)
}

// sourceExpressions are those of each content, once.
func sourceExpressions(contents []string) string {
	var list []string
	for _, content := range contents {
		sum := sha256.Sum256([]byte(content))
		if hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !slices.Contains(list, hash) {
			list = append(list, hash)
		}
	}
	return strings.Join(list, " ")
}

// percentEncode makes an SVG fit into a data: address.
func percentEncode(s string) string {
	return strings.NewReplacer("%", "%25", " ", "%20", "#", "%23", `"`, "'", "<", "%3C", ">", "%3E").Replace(s)
}

// Kind is the kind of a page, which determines its style and script.
type Kind int

// The kinds of pages.
const (
	Choose  Kind = iota // the customer chooses something
	Ask                 // the customer fills in or checks something
	Later               // how to pay, with hours left for it; its style is Pay's, too
	Pay                 // how to pay
	Tell                // the status, or what went wrong; its script is Pay's, too
	Receipt             // that it is paid: Tell's style and Later's script, which saves a picture
)

// Kinds lists them.
func Kinds() []Kind { return []Kind{Choose, Ask, Later, Pay, Tell, Receipt} }

// CSS is the minified style of pages of a kind, for a <style> element.
func CSS(k Kind) string { return css[k] }

// JS is the minified script of pages of a kind, for <script type="module">.
func JS(k Kind) string { return js[k] }

// CSSHashes are the source expressions that allow the style of each kind in a
// Content-Security-Policy: 'sha256-…', quotes included.
func CSSHashes() string { return cssHash }

// JSHashes are the source expressions that allow the scripts.
func JSHashes() string { return jsHash }

// Favicon is the icon as a data: address, so that it needs no request.
func Favicon() string { return favicon }

// Path is the address of a file by its plain name ("touch.png"), relative to
// the root; "" if there is no such file.
func Path(name string) string {
	hashed, ok := hashedNames[name]
	if !ok {
		return ""
	}
	return "/static/" + hashed
}

// Open returns the file with the hashed name, the last part of Path. It never
// changes, so it can be cached for ever.
func Open(hashedName string) (File, bool) {
	f, ok := byHashedName[hashedName]
	return f, ok
}
