// Command kustomize prints what `kubectl kustomize FOLDER` would, with the version of
// Kustomize that the tests have.
package main

import (
	"log"
	"os"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: kustomize FOLDER")
	}
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	text, err := built.AsYaml()
	if err != nil {
		log.Fatal(err)
	}
	if _, err := os.Stdout.Write(text); err != nil {
		log.Fatal(err)
	}
}
