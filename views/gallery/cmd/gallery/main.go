package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"payapp/i18n"
	"payapp/views/gallery"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8082", "where to listen")
	walks := flag.String("walks", "e2e/walks", "the folder of pictures that the browser suites took")
	flag.Parse()
	if err := run(*addr, *walks); err != nil {
		log.Fatal("gallery: ", err)
	}
}

func run(addr, walks string) error {
	bundle, err := i18n.LoadWithPseudo()
	if err != nil {
		return err
	}
	fmt.Printf("gallery: http://%s/\n", addr)
	server := &http.Server{Addr: addr, Handler: gallery.Handler(bundle, os.DirFS(walks)), ReadHeaderTimeout: 5 * time.Second}
	return server.ListenAndServe()
}
