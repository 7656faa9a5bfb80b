package handlers

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/compress"
	"payapp/handlers/internal/middleware"
	"payapp/i18n"
	"payapp/internal/presenter"
	"payapp/internal/session"
	"payapp/scenarios"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// render writes a whole page or none: it is made in memory first. If the
// customer has left, or the form never arrived completely, that is no error:
// the status is for the log, and the page for whoever is still there.
func render(c echo.Context, status int, page templ.Component) error {
	buffer := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buffer)
	buffer.Reset()
	if err := page.Render(context.WithoutCancel(c.Request().Context()), buffer); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	return writePage(c, status, i18n.MarkForeign(buffer.Bytes()))
}

// writePage answers with the page, compressed if the browser accepts that.
func writePage(c echo.Context, status int, page []byte) error {
	h := c.Response().Header()
	h.Add("Vary", "Accept-Encoding")
	if c.Request().Header.Get("Want-Unencoded-Digest") != "" { // payapp doctor sees by it whether a proxy changes pages
		sum := sha256.Sum256(page)
		h.Set("Unencoded-Digest", "sha-256=:"+base64.StdEncoding.EncodeToString(sum[:])+":")
	}
	if !compress.Accepted(c.Request()) || len(page) < gzipMinimum {
		return c.HTMLBlob(status, page)
	}
	out := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(out)
	out.Reset()
	if err := compress.Page(out, page); err != nil {
		return err
	}
	h.Set("Content-Encoding", "gzip")
	return c.HTMLBlob(status, out.Bytes())
}

// gzipMinimum is the size in bytes below which a page fits into a packet
// anyway.
const gzipMinimum = 512

// renderStep shows what is due.
func (s *server) renderStep(c echo.Context, v *visit, due scenarios.Due) error {
	page, err := s.presenter.Page(s.input(c, v, due))
	if err != nil {
		return err
	}
	s.brand(v).allowStyle(c)
	status := http.StatusOK
	switch _, waits := due.Step.(scenarios.WaitInLine); {
	case waits:
		s.metrics.Problems.WithLabelValues("waiting", "").Inc()
	case page.Problem != "":
		status = statusOfProblem(page.Problem)
		s.metrics.Problems.WithLabelValues(page.Problem, "").Inc()
	}
	return render(c, status, page)
}

// input is what a page of the visit is made of.
func (s *server) input(c echo.Context, v *visit, due scenarios.Due) presenter.Input {
	return presenter.Input{
		Due:         due,
		Now:         v.Now,
		Behind:      v.Behind,
		Locale:      v.locale,
		Likely:      s.Bundle.Likely(due.Currency, c.Request().Header.Get("Accept-Language")),
		Path:        v.path,
		Picture:     s.pictureOf(v),
		PhoneURL:    s.publicURL(c) + "/phone?" + phoneParam + "=" + v.ref + "." + s.phoneSecret(v, due.PhoneUntil),
		Query:       asked(c, "q"),
		Languages:   asksLanguages(c),
		Brand:       s.brand(v).Brand,
		ReturnURL:   s.returnURL(v, v.Known.Payin.ReturnURL),
		Mark:        s.mark(v, due.Step),
		SupportCode: middleware.SupportCode(c),
		PollAfter:   pollAfter(v.Facts),
	}
}

// seenInput is the hidden input with which a form says what its page showed.
const seenInput = "seen"

// mark is what the page of a step shows, as its forms carry it: a keyed hash
// for each part of scenarios.Seen, which reveals nothing and can't be forged.
// It is valid only for this session. It is "" if no form needs one.
func (s *server) mark(v *visit, step scenarios.Step) string {
	seen, ok := v.Seen(step)
	if !ok {
		return ""
	}
	var b strings.Builder
	for part, value := range seen {
		b.WriteString(s.Sealer.Mark(markOf(v, part, value)...))
	}
	return b.String()
}

// markIn is the mark that a form brought back; nil if it has none.
func (s *server) markIn(c echo.Context, v *visit) scenarios.Mark {
	mark := c.Request().PostForm.Get(seenInput)
	if mark == "" {
		return nil
	}
	return func(part int, value string) bool {
		at := part * session.MarkLen
		return at+session.MarkLen <= len(mark) && s.Sealer.Marked(mark[at:at+session.MarkLen], markOf(v, part, value)...)
	}
}

// markOf are the parts that a mark signs.
func markOf(v *visit, part int, value string) []string {
	return []string{"seen", v.ref, strconv.Itoa(part), value}
}
