package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"payapp/i18n"
	"payapp/internal/config"
	"payapp/internal/site"
	"payapp/views/gallery"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8082", "where to listen")
	walks := flag.String("walks", "e2e/walks", "the folder of pictures that the browser suites took")
	branding := flag.String("branding", "", "a branding file to look at, as PAYAPP_BRANDING names it; read anew for each page")
	flag.Parse()
	if err := run(*addr, *walks, *branding); err != nil {
		log.Fatal("gallery: ", err)
	}
}

func run(addr, walks, branding string) error {
	bundle, err := i18n.LoadWithPseudo()
	if err != nil {
		return err
	}
	var brands gallery.Brands
	if branding != "" {
		brands = func() (map[string]site.Brand, error) { return config.Branding(branding) }
	}
	fmt.Printf("gallery: http://%s/\n", addr)
	server := &http.Server{Addr: addr, Handler: gallery.Handler(bundle, os.DirFS(walks), brands), ReadHeaderTimeout: 5 * time.Second}
	return server.ListenAndServe()
}
