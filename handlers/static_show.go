package handlers

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"payapp/static"
)

// showStatic answers an immutable file under its hashed name, compressed as
// the browser takes it.
func (s *Server) showStatic(c echo.Context) error {
	name := c.Param("name")
	file, ok := static.Open(name)
	if logo, branded := s.logo(name); branded {
		file, ok = static.File{ContentType: "image/png", ETag: `"` + name + `"`, Body: map[string][]byte{"": logo}}, true
	}
	if !ok {
		return echo.ErrNotFound
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("ETag", file.ETag)
	h.Add("Vary", "Accept-Encoding")
	if c.Request().Header.Get("If-None-Match") == file.ETag {
		return c.NoContent(http.StatusNotModified)
	}
	for _, encoding := range []string{"br", "gzip"} {
		if body, ok := file.Body[encoding]; ok && accepts(c.Request(), encoding) {
			h.Set("Content-Encoding", encoding)
			return c.Blob(http.StatusOK, file.ContentType, body)
		}
	}
	return c.Blob(http.StatusOK, file.ContentType, file.Body[""])
}

// accepts reports whether the browser takes an encoding. "q=0" forbids it.
func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, parameters, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			q := strings.ReplaceAll(parameters, " ", "")
			return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
		}
	}
	return false
}

// showRobots keeps payments out of indexes, for those who ask first.
func showRobots(c echo.Context) error {
	return c.String(http.StatusOK, strings.Join([]string{"User-agent: *", "Disallow: /", ""}, "\n"))
}
