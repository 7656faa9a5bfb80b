package notices

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// linked is a module that is linked into the program, with the folders of its
// packages.
type linked struct {
	Path, Version, Dir string
	folders            []string
}

// modules lists what the program is linked from on Linux, by path.
func modules(ctx context.Context, tags string) ([]linked, error) {
	list := exec.CommandContext(ctx, "go", "list", "-deps", "-json=Dir,Module", "-tags", tags, "payapp")
	list.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	var complaint bytes.Buffer
	list.Stderr = &complaint
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &complaint)
	}
	found := map[string]*linked{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var one struct {
			Dir    string
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if one.Module == nil || one.Module.Main {
			continue
		}
		m := found[one.Module.Path]
		if m == nil {
			m = &linked{Path: one.Module.Path, Version: one.Module.Version, Dir: one.Module.Dir}
			found[m.Path] = m
		}
		m.folders = append(m.folders, one.Dir)
	}
	var all []linked
	for _, m := range found {
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b linked) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

// notice is the name of a file with a licence, or with what it wants repeated.
var notice = regexp.MustCompile(`(?i)^(licen[cs]es?|copying|copyright|notice|patents)([.-].*)?$`)

// texts are the module's notices: the files' names and contents.
func (m linked) texts() (string, error) {
	var text strings.Builder
	for _, folder := range m.places() {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return "", err
		}
		for _, entry := range entries {
			if !entry.Type().IsRegular() || !notice.MatchString(entry.Name()) || strings.HasSuffix(entry.Name(), ".go") {
				continue
			}
			content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
			if err != nil {
				return "", err
			}
			name, err := filepath.Rel(m.Dir, filepath.Join(folder, entry.Name()))
			if err != nil {
				return "", err
			}
			write(&text, m.Path+" "+m.Version+": "+filepath.ToSlash(name), string(content))
		}
	}
	if text.Len() == 0 {
		return "", fmt.Errorf("%s has no licence that can be found", m.Path)
	}
	return text.String(), nil
}

// places are the folders from the linked packages up to the module's own.
func (m linked) places() []string {
	seen := map[string]bool{m.Dir: true}
	for _, folder := range m.folders {
		for ; strings.HasPrefix(folder, m.Dir) && !seen[folder]; folder = filepath.Dir(folder) {
			seen[folder] = true
		}
	}
	var all []string
	for folder := range seen {
		all = append(all, folder)
	}
	slices.Sort(all)
	return all
}

// goItself is the licence of the standard library and the runtime.
func goItself(ctx context.Context) (string, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	content, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "LICENSE"))
	if err != nil {
		return "", err
	}
	var text strings.Builder
	write(&text, "Go, its standard library and runtime: LICENSE", string(content))
	return text.String(), nil
}

func write(text *strings.Builder, title, content string) {
	lines := strings.Split(strings.ReplaceAll(content, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\f")
	}
	fmt.Fprintf(text, "%s\n%s\n\n%s\n\n", title, strings.Repeat("=", len(title)), strings.Trim(strings.Join(lines, "\n"), "\n"))
}
