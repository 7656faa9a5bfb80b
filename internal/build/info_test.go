package build

import (
	"archive/tar"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestTheFirstSourceThatKnowsIsUsed(t *testing.T) {
	got := firstOf(Info{Version: "v1.2.0"}, Info{Version: "v1.1.0", Commit: "abc"}, Info{})
	if want := (Info{"v1.2.0", "abc", Unknown, runtime.Version()}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// The binary, the package for Playwright and the changelog name the same release.
func TestTheReleaseIsOne(t *testing.T) {
	text := strings.TrimSpace(release)
	if got := Current().Version; got != "v"+text && !strings.HasPrefix(got, "v"+text+"+") {
		t.Errorf("the binary says %s, version.txt %s", got, text)
	}
	for file, want := range map[string]string{
		"../../e2e/playwright/package.json":      `"version": "` + text + `"`,
		"../../e2e/playwright/package-lock.json": `"version": "` + text + `"`,
		"../../CHANGELOG.md":                     "\n## [" + text + "]",
	} {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(content), want) {
			t.Errorf("%s has no %s", file, want)
		}
	}
}

func TestFromArchive(t *testing.T) {
	for text, want := range map[string]Info{
		archived: {}, // as it lies in a clone
		"77b1a1c0aaaabbbb\n2026-11-23T01:00:00Z\nv1.2.0-3-g77b1a1c\n": {Version: "v1.2.0-3-g77b1a1c", Commit: "77b1a1c0aaaabbbb", Date: "2026-11-23T01:00:00Z"},
		"77b1a1c0aaaabbbb\n2026-11-23T01:00:00Z\n\n":                  {Version: "77b1a1c0aaaa", Commit: "77b1a1c0aaaabbbb", Date: "2026-11-23T01:00:00Z"},
		"nonsense": {},
	} {
		if got := fromArchive(text); got != want {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}

func TestFromGo(t *testing.T) {
	noted := &debug.BuildInfo{Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "77b1a1c0aaaabbbbcccc"}, {Key: "vcs.time", Value: "2026-11-23T01:00:00Z"}, {Key: "vcs.modified", Value: "true"},
	}}
	if got, want := fromGo(noted), (Info{Version: "77b1a1c0aaaa-dirty", Commit: "77b1a1c0aaaabbbbcccc-dirty", Date: "2026-11-23T01:00:00Z"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := fromGo(&debug.BuildInfo{}); got != (Info{}) {
		t.Errorf("nothing noted: got %+v", got)
	}
}

// An archive that git makes of a commit knows it, without a .git.
func TestGitFillsTheArchiveIn(t *testing.T) {
	folder := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		c := exec.CommandContext(t.Context(), "git", append([]string{"-C", folder, "-c", "user.name=a", "-c", "user.email=a@shop.example"}, args...)...)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	attributes, err := os.ReadFile("../../.gitattributes")
	if err != nil {
		t.Fatal(err)
	}
	git("init", "-q")
	place := filepath.Join(folder, "internal/build")
	if err := os.MkdirAll(place, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{filepath.Join(folder, ".gitattributes"): string(attributes), filepath.Join(place, "archive.txt"): archived} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git("add", ".")
	git("commit", "-qm", "first")
	commit := strings.TrimSpace(git("rev-parse", "HEAD"))
	if got := fromArchive(packed(t, git("archive", "HEAD"))); got.Commit != commit || got.Version != short(commit) || got.Date == "" {
		t.Errorf("without a tag: got %+v, want the commit %s", got, commit)
	}
	git("tag", "v1.2.0")
	if got := fromArchive(packed(t, git("archive", "HEAD"))); got.Commit != commit || got.Version != "v1.2.0" {
		t.Errorf("with a tag: got %+v", got)
	}
}

// packed is archive.txt in a tar file.
func packed(t *testing.T, archive string) string {
	t.Helper()
	for files := tar.NewReader(strings.NewReader(archive)); ; {
		header, err := files.Next()
		if err != nil {
			t.Fatal(err)
		}
		if path.Base(header.Name) == "archive.txt" {
			text, err := io.ReadAll(files)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
	}
}

// The linker says nothing when it is told to set what isn't there.
func TestTheBuildStampsWhatIsThere(t *testing.T) {
	script, err := os.ReadFile("../../deploy/build.sh")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]*string{"version": &version, "commit": &commit, "date": &date}
	for name := range there {
		if want := name + `:"${` + strings.ToUpper(name) + `-}"`; !strings.Contains(string(script), want) {
			t.Errorf("deploy/build.sh doesn't stamp the %s: no %s", name, want)
		}
	}
	if !strings.Contains(string(script), "-X payapp/internal/build.${part%%:*}=") {
		t.Error("deploy/build.sh stamps another package")
	}
}
