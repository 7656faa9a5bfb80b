package main

import (
	"os"
	_ "time/tzdata" // the image is built from scratch and has no zones

	"payapp/internal/cli"
	"payapp/internal/server"
)

func main() {
	streams := cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	os.Exit(cli.Run(server.UntilInterrupted(), os.Args[1:], os.Environ(), streams))
}
