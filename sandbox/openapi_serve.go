package sandbox

import (
	_ "embed"
	"net/http"
)

//go:embed openapi.yaml
var openAPI []byte

// serveOpenAPI is the interface's description, for programs.
func serveOpenAPI(w http.ResponseWriter, _ *http.Request) {
	secure(w.Header(), "")
	w.Header().Set("Content-Type", "application/yaml; charset=utf-8")
	w.Write(openAPI)
}

// showInterface is the same for people: Swagger UI, where calls can be made.
func (s *Sandbox) showInterface(http.ResponseWriter, *http.Request) (*page, error) {
	return &page{Name: "interface", Title: "Interface"}, nil
}
