// Command gallery serves every page in every state, for looking at them.
//
//	go run ./views/gallery/cmd/gallery [-addr 127.0.0.1:8082]
package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
	"time"

	"payapp/i18n"
	"payapp/views/gallery"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8082", "where to listen")
	flag.Parse()
	if err := run(*addr); err != nil {
		log.Fatal("gallery: ", err)
	}
}

func run(addr string) error {
	bundle, err := i18n.Load()
	if err != nil {
		return err
	}
	fmt.Printf("gallery: http://%s/\n", addr)
	server := &http.Server{Addr: addr, Handler: gallery.Handler(bundle), ReadHeaderTimeout: 5 * time.Second}
	return server.ListenAndServe()
}
