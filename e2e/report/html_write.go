package report

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html"
	"io"
	"strconv"
	"strings"
)

//go:embed report.html
var page string

//go:embed report.css
var style string

//go:embed report.js
var script string

// pictureRoom is how many bytes of pictures the file has at most; those of failed
// walks come first, and are always there.
const pictureRoom = 48 << 20

// row is what the matrix knows of a walk; the rest is compressed beside it.
type row struct {
	Name, Method, Currency, Presentation, Scenario, Device, Language string
	JavaScript                                                       bool
	Tags                                                             []string
	Status                                                           Status
	Reason                                                           string
	Says                                                             string // the first line of its errors
	Cause                                                            string // what it has in common with others
	Millis                                                           int64
	Tries                                                            int
}

// WriteHTML writes the report.
func (r Run) WriteHTML(w io.Writer) error {
	out := &writer{w: w, pictures: map[[32]byte]string{}}
	filled := strings.NewReplacer("{title}", html.EscapeString(r.Title), "{style}", style, "{script}", script,
		"{style-hash}", hashOf(style), "{script-hash}", hashOf(script)).Replace(page)
	head, tail, _ := strings.Cut(filled, "{data}")
	out.text(head)
	rows := make([]row, len(r.Walks))
	for i, walk := range r.Walks {
		rows[i] = row{
			walk.Name, walk.Method, walk.Currency, walk.Presentation, walk.Scenario, walk.Device, walk.Language, walk.JavaScript,
			walk.Tags, walk.Status, walk.Reason, walk.Says(), walk.Cause(), walk.Millis, walk.Tries,
		}
	}
	bare := r
	bare.Walks = nil
	out.script("run", map[string]any{"run": bare, "walks": rows})
	for _, failed := range []bool{true, false} {
		for i, walk := range r.Walks {
			if (walk.Status == Failed) == failed {
				out.walk(i, walk)
			}
		}
	}
	out.text(tail)
	return out.err
}

// hashOf is what a content security policy calls an inline style or script.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// writer writes until the first error.
type writer struct {
	w        io.Writer
	err      error
	pictures map[[32]byte]string // id of each that is there
	room     int
}

func (o *writer) text(text string) {
	if o.err == nil {
		_, o.err = io.WriteString(o.w, text)
	}
}

// script is data for the page's script. JSON escapes what would end the element.
func (o *writer) script(id string, value any) {
	data, err := json.Marshal(value)
	if err != nil && o.err == nil {
		o.err = err
	}
	o.text(`<script type="application/json" id="` + id + `">` + string(data) + "</script>\n")
}

// walk writes a walk's details: gzip, and base64, with its pictures by id.
func (o *writer) walk(index int, walk Result) {
	type shown struct {
		Result
		Pictures [][]string `json:"pictures"`
	}
	detail := shown{Result: walk.withoutPictures()}
	for _, tab := range walk.Tabs {
		ids := make([]string, len(tab.Film))
		for j, frame := range tab.Film {
			ids[j] = o.picture(frame.Picture, walk.Status == Failed)
		}
		detail.Pictures = append(detail.Pictures, ids)
	}
	data, err := json.Marshal(detail)
	if err != nil && o.err == nil {
		o.err = err
	}
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, _ = z.Write(data) // a buffer takes everything
	_ = z.Close()
	o.text(`<script type="text/plain" id="w` + strconv.Itoa(index) + `">` + base64.StdEncoding.EncodeToString(zipped.Bytes()) + "</script>\n")
}

// picture writes a picture once, and returns its id; "" if there is no room.
func (o *writer) picture(data []byte, always bool) string {
	if len(data) == 0 {
		return ""
	}
	sum := sha256.Sum256(data)
	if id, ok := o.pictures[sum]; ok {
		return id
	}
	if o.room += len(data); o.room > pictureRoom && !always {
		return ""
	}
	id := "p" + strconv.Itoa(len(o.pictures))
	o.pictures[sum] = id
	o.text(`<script type="text/plain" id="` + id + `">` + base64.StdEncoding.EncodeToString(data) + "</script>\n")
	return id
}
