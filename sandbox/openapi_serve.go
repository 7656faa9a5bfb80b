package sandbox

import (
	_ "embed"
	"net/http"

	"payapp/sandbox/internal/page"
)

//go:embed openapi.yaml
var openAPI []byte

// serveOpenAPI serves the interface's description, for programs.
func serveOpenAPI(w http.ResponseWriter, _ *http.Request) {
	page.Secure(w.Header(), "")
	w.Header().Set("Content-Type", "application/yaml; charset=utf-8")
	w.Write(openAPI)
}

// showInterface shows it to people in Swagger UI, where they can make calls.
func (s *Sandbox) showInterface(http.ResponseWriter, *http.Request) (*page.Page, error) {
	return &page.Page{Name: "interface", Title: "Interface"}, nil
}
