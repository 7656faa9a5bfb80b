package sandbox

import (
	_ "embed"
	"net/http"

	"payapp/sandbox/internal/page"
)

//go:embed openapi.yaml
var openAPI []byte

// serveOpenAPI is the interface's description, for programs.
func serveOpenAPI(w http.ResponseWriter, _ *http.Request) {
	page.Secure(w.Header(), "")
	w.Header().Set("Content-Type", "application/yaml; charset=utf-8")
	w.Write(openAPI)
}

// showInterface is the same for people: Swagger UI, where calls can be made.
func (s *Sandbox) showInterface(http.ResponseWriter, *http.Request) (*page.Page, error) {
	return &page.Page{Name: "interface", Title: "Interface"}, nil
}
