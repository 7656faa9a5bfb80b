// Moduleproxy lays out a module as `GOPROXY=file://…` reads it: moduleproxy FOLDER
// SOURCE PATH COMMIT DATE TAG. SOURCE is what `git archive` made; TAG is the last
// release before the commit, "" before the first, or the commit's own with "=" before it.
// It prints the version.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
	modzip "golang.org/x/mod/zip"
)

func main() {
	if err := layOut(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "moduleproxy:", err)
		os.Exit(1)
	}
}

func layOut(args []string) error {
	if len(args) != 6 {
		return errors.New("usage: moduleproxy FOLDER SOURCE PATH COMMIT DATE TAG")
	}
	folder, source, path, commit, tag := args[0], args[1], args[2], args[3], args[5]
	date, err := time.Parse(time.RFC3339, args[4])
	if err != nil {
		return err
	}
	version, err := versionOf(tag, date, commit)
	if err != nil {
		return err
	}
	info, err := json.Marshal(map[string]any{"Version": version, "Time": date.UTC()})
	if err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		return err
	}
	versions := filepath.Join(folder, path, "@v")
	if err := os.MkdirAll(versions, 0o755); err != nil {
		return err
	}
	for name, data := range map[string][]byte{"list": []byte(version + "\n"), version + ".info": info, version + ".mod": mod} {
		if err := os.WriteFile(filepath.Join(versions, name), data, 0o644); err != nil {
			return err
		}
	}
	zip, err := os.Create(filepath.Join(versions, version+".zip"))
	if err != nil {
		return err
	}
	if err := errors.Join(modzip.CreateFromDir(zip, module.Version{Path: path, Version: version}, source), zip.Close()); err != nil {
		return err
	}
	fmt.Println(version)
	return nil
}

// versionOf is the tag of a tagged commit. Of another it is what Go itself would call
// it, which sorts behind the last release.
func versionOf(tag string, date time.Time, commit string) (string, error) {
	if len(commit) < 12 {
		return "", fmt.Errorf("%q is no commit", commit)
	}
	own, tagged := strings.CutPrefix(tag, "=")
	if own != "" && (!semver.IsValid(own) || semver.Canonical(own) != own) {
		return "", fmt.Errorf("the tag %s isn't of the form v1.2.3", own)
	}
	if tagged {
		return own, nil
	}
	return module.PseudoVersion("", own, date.UTC(), commit[:12]), nil
}
