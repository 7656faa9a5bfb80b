package build

import (
	"cmp"
	_ "embed"
	"runtime"
	"runtime/debug"
	"strings"
)

// Unknown is what a build says that nothing identifies.
const Unknown = "unknown"

// These are set with -ldflags "-X payapp/internal/build.version=…".
var version, commit, date string

// archived is filled in by `git archive`: .gitattributes has it as export-subst.
//
//go:embed archive.txt
var archived string

// release is the last release, or the next one until it is tagged. The package for
// Playwright and the changelog say the same; deploy/dist.sh takes no other tag.
//
//go:embed version.txt
var release string

// Info identifies a build.
type Info struct {
	Version string // a tag, v1.2.0; or the release, a plus and what identifies the build, v1.2.0+77b1a1c
	Commit  string // with "-dirty" if files had been changed
	Date    string // of the commit, RFC 3339
	Go      string // the version of Go that built it
}

// Current is this build. A part that nothing tells is Unknown.
func Current() Info {
	var git Info
	if noted, ok := debug.ReadBuildInfo(); ok {
		git = fromGo(noted)
	}
	info := firstOf(Info{Version: version, Commit: commit, Date: date}, fromArchive(archived), git)
	if !strings.HasPrefix(info.Version, "v") {
		info.Version = "v" + strings.TrimSpace(release) + "+" + info.Version
	}
	return info
}

// firstOf takes each part from the first that has it.
func firstOf(flags, archive, git Info) Info {
	return Info{
		Version: cmp.Or(flags.Version, archive.Version, git.Version, Unknown),
		Commit:  cmp.Or(flags.Commit, archive.Commit, git.Commit, Unknown),
		Date:    cmp.Or(flags.Date, archive.Date, git.Date, Unknown),
		Go:      runtime.Version(),
	}
}

// fromArchive reads the lines commit, date and, if there is a tag, git describe.
// In a clone they are still git's formats, and say nothing.
func fromArchive(text string) Info {
	lines := strings.Fields(text)
	if len(lines) < 2 || strings.Contains(text, "$") {
		return Info{}
	}
	lines = append(lines, short(lines[0]))
	return Info{Commit: lines[0], Date: lines[1], Version: lines[2]}
}

// short is a commit as people write it.
func short(commit string) string { return commit[:min(12, len(commit))] }

// fromGo reads what `go build` noted of the repository around it.
func fromGo(noted *debug.BuildInfo) (info Info) {
	dirty := ""
	for _, setting := range noted.Settings {
		switch setting.Key {
		case "vcs.revision":
			info.Commit = setting.Value
		case "vcs.time":
			info.Date = setting.Value
		case "vcs.modified":
			if setting.Value == "true" {
				dirty = "-dirty"
			}
		}
	}
	if info.Commit != "" {
		info.Version, info.Commit = short(info.Commit)+dirty, info.Commit+dirty
	}
	if v := noted.Main.Version; v != "" && v != "(devel)" {
		info.Version = v
	}
	return info
}
