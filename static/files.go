package static

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed dist
var dist embed.FS

// File is one file in every encoding that we have of it.
type File struct {
	ContentType string
	ETag        string            // strong, quoted
	Body        map[string][]byte // by content coding: "" (always there), "br", "gzip"
}

// contentTypes by extension, so that the machine's own table has no say.
var contentTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
	".png": "image/png",
}

var (
	byHashedName = map[string]File{}
	hashedNames  = map[string]string{} // "page.css" → "page-3f2a….css"
	css          = mustRead("page.css")
	js           = mustRead("page.js")
	cssHash      = sourceExpression(css)
	jsHash       = sourceExpression(js)
	favicon      = "data:image/svg+xml," + percentEncode(mustRead("icon.svg"))
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

// add registers a file under its hashed name, with the encodings beside it.
func add(name, contentType string) {
	body := mustRead(name)
	sum := sha256.Sum256([]byte(body))
	hash := hex.EncodeToString(sum[:6])
	ext := path.Ext(name)
	hashed := strings.TrimSuffix(name, ext) + "-" + hash + ext
	file := File{ContentType: contentType, ETag: `"` + hash + `"`, Body: map[string][]byte{"": []byte(body)}}
	for coding, suffix := range map[string]string{"br": ".br", "gzip": ".gz"} {
		if packed, err := fs.ReadFile(dist, "dist/"+name+suffix); err == nil {
			file.Body[coding] = packed
		}
	}
	byHashedName[hashed] = file
	hashedNames[name] = hashed
}

// mustRead reads an embedded file; one that is missing is a broken build.
func mustRead(name string) string {
	data, err := fs.ReadFile(dist, "dist/"+name)
	if err != nil {
		panic(fmt.Sprintf("static: %v: run go generate ./static", err))
	}
	return string(data)
}

func sourceExpression(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// percentEncode makes an SVG fit into a data: address.
func percentEncode(s string) string {
	return strings.NewReplacer("%", "%25", "#", "%23", `"`, "'", "<", "%3C", ">", "%3E").Replace(s)
}

// CSS is the style of every page, minified, for a <style> element.
func CSS() string { return css }

// JS is the script of every page, minified, for <script type="module">.
func JS() string { return js }

// CSSHash is the source expression that allows CSS in a
// Content-Security-Policy: 'sha256-…', quotes included.
func CSSHash() string { return cssHash }

// JSHash is the source expression that allows JS.
func JSHash() string { return jsHash }

// Favicon is the icon as a data: address, so that it costs no request.
func Favicon() string { return favicon }

// Path is the address of a file by its plain name ("touch.png"), relative to
// the root; "" for a file that isn't there.
func Path(name string) string {
	hashed, ok := hashedNames[name]
	if !ok {
		return ""
	}
	return "/static/" + hashed
}

// Open gives the file with the hashed name, the last part of Path. It never
// changes, so it can be cached for ever.
func Open(hashedName string) (File, bool) {
	f, ok := byHashedName[hashedName]
	return f, ok
}
