package handlers

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/middleware"
	"payapp/internal/presenter"
	"payapp/internal/site"
	"payapp/static"
)

// showStatic answers an immutable file under its hashed name: pictures, which
// aren't compressed further.
func (s *server) showStatic(c echo.Context) error {
	name := c.Param("name")
	file, ok := static.Open(name)
	if logo, branded := s.logo(name); branded {
		file, ok = logo, true
	}
	if !ok {
		return echo.ErrNotFound
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("ETag", file.ETag)
	if c.Request().Header.Get("If-None-Match") == file.ETag {
		return c.NoContent(http.StatusNotModified)
	}
	return c.Blob(http.StatusOK, file.ContentType, file.Body)
}

// showRobots keeps payments out of search engines.
func showRobots(c echo.Context) error {
	return c.String(http.StatusOK, "User-agent: *\nDisallow: /\n")
}

// brand is one merchant's branding, prepared once at start.
type brand struct {
	presenter.Brand
	logoName string // under /static/, "" = no logo
	policy   string // the content security policy that allows its style
}

// newBrands prepares the configured brands, by merchant code.
func newBrands(configured map[string]site.Brand) map[string]brand {
	brands := make(map[string]brand, len(configured))
	for merchant, c := range configured {
		b := brand{Brand: presenter.Brand{Brand: c, Style: c.Style()}}
		if len(c.LogoImage) > 0 {
			sum := sha256.Sum256(c.LogoImage)
			b.logoName = "logo-" + hex.EncodeToString(sum[:6])
			b.LogoURL = "/static/" + b.logoName
		}
		if b.Style != "" {
			b.policy = middleware.PolicyWith(b.Style)
		}
		brands[merchant] = b
	}
	return brands
}

// brand is the branding of the token's own merchant. Customers can edit the
// merchant in the RedirectURL, so that has no effect.
func (s *server) brand(v *visit) brand {
	if !v.Verified || v.caller.Merchant == "" {
		return brand{}
	}
	return s.brands[v.caller.Merchant]
}

// logo finds a brand's logo by its hashed name.
func (s *server) logo(name string) (static.File, bool) {
	for _, b := range s.brands {
		if b.logoName != "" && b.logoName == name {
			return static.File{ContentType: "image/png", ETag: `"` + name + `"`, Body: b.LogoImage}, true
		}
	}
	return static.File{}, false
}

// allowStyle allows the brand's style in the page's policy.
func (b brand) allowStyle(c echo.Context) {
	if b.policy != "" {
		c.Response().Header().Set("Content-Security-Policy", b.policy)
	}
}
