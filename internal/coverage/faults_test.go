package coverage

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"payapp/internal/testing/golden"
)

const faultsFile = root + "/docs/faults.md"

// faultSection is a part of the list of faults.
type faultSection struct {
	Section string
	Faults  []fault
}

// fault is one thing that goes wrong, and what must happen then.
type fault struct {
	ID         string
	What, Must string
	Later      bool // no test yet
}

func faults(t *testing.T) []faultSection {
	t.Helper()
	file, err := os.Open("faults.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	decoder := yaml.NewDecoder(file)
	decoder.KnownFields(true)
	var sections []faultSection
	if err := decoder.Decode(&sections); err != nil {
		t.Fatal(err)
	}
	return sections
}

// Every fault has a test, or says openly that it has none, and the page says
// which.
func TestEveryFaultHasATest(t *testing.T) {
	byID, badNames := collect(t, root).byFault()
	for _, name := range badNames {
		t.Errorf("%s: the tests of a fault are called TestFaultNN_WhatTheyShow", name)
	}
	var page strings.Builder
	var rows, held int
	for _, s := range faults(t) {
		fmt.Fprintf(&page, "\n## %s\n\n| | What happens | What must happen | Tests |\n|---|---|---|---|\n", s.Section)
		for _, f := range s.Faults {
			tests := byID[f.ID]
			delete(byID, f.ID)
			for _, complaint := range f.complaints(len(tests)) {
				t.Errorf("fault %s: %s", f.ID, complaint)
			}
			rows++
			held += min(1, len(tests))
			told := links(tests)
			if told == "" {
				told = "no test yet"
			}
			fmt.Fprintf(&page, "| %s | %s | %s | %s |\n", f.ID, cell(f.What), cell(f.Must), told)
		}
	}
	for id, tests := range byID {
		t.Errorf("%s: there is no fault %s in faults.yaml, or it is there twice", tests[0].name, id)
	}
	golden.Compare(t, faultsFile, fmt.Sprintf(faultsHead, rows, held, rows-held)+page.String(), "go test ./internal/coverage -update")
}

const faultsHead = `# What goes wrong, and the tests that hold what must happen

<!-- Made by "go test ./internal/coverage -update"; changes here are lost. -->

%d faults, attacks and pieces of bad input; %d have tests, %d have none yet. Tests carry the number in their names: ` + "`TestFault27_LostAnswer`" + `
belongs to 27. A page, where a line says so, is one in the customer's language: what happened, what to do, a support code to quote
and, where it is known, the way back to the shop.
`

// cell keeps a table's cells apart, and what stands as code as it is.
func cell(s string) string {
	parts := strings.Split(s, "`")
	for i := range parts {
		if i%2 == 0 {
			parts[i] = escape(parts[i])
		}
	}
	return strings.Join(parts, "`")
}

// complaints are what is wrong with the fault's own line.
func (f fault) complaints(tests int) (all []string) {
	if f.ID == "" || f.What == "" || f.Must == "" {
		all = append(all, "it needs an id, what and must")
	}
	switch {
	case tests == 0 && !f.Later:
		all = append(all, "no test")
	case tests > 0 && f.Later:
		all = append(all, "it has a test now: take its later away")
	}
	return all
}

// faultName is a test's name: two digits, a letter that a number may have, and
// what the test shows.
var faultName = regexp.MustCompile(`^TestFault0*([1-9][0-9]*[a-z]?)_[A-Z]`)

// byFault sorts the tests of faults by number. badNames are those that look
// like one and can't be told a number by.
func (all testFuncs) byFault() (byID map[string][]found, badNames []string) {
	byID = map[string][]found{}
	for _, f := range all {
		rest, is := strings.CutPrefix(f.name, "TestFault")
		if !is || rest == "" || rest[0] < '0' || rest[0] > '9' {
			continue
		}
		match := faultName.FindStringSubmatch(f.name)
		if match == nil || rest[1] < '0' || rest[1] > '9' {
			badNames = append(badNames, f.name)
			continue
		}
		byID[match[1]] = append(byID[match[1]], found{f.folder, f.file, f.name, ""})
	}
	return byID, badNames
}

func TestFaultsAreFoundByTheirNames(t *testing.T) {
	byID, bad := testFuncs{
		{name: "TestFault04a_OrderIDs"}, {name: "TestFault04_Expires"}, {name: "TestFault27_LostAnswer"}, {name: "TestFault27_Again"},
		{name: "TestFaultsOfSettings"}, {name: "TestFault"}, {name: "TestOther"},
		{name: "TestFault5_Large"}, {name: "TestFault12Links"}, {name: "TestFault44"}, {name: "TestFault00_None"},
	}.byFault()
	if len(byID) != 3 || len(byID["4a"]) != 1 || len(byID["4"]) != 1 || len(byID["27"]) != 2 {
		t.Errorf("found %v", byID)
	}
	if got, want := strings.Join(bad, " "), "TestFault5_Large TestFault12Links TestFault44 TestFault00_None"; got != want {
		t.Errorf("refused %q, want %q", got, want)
	}
	for name, c := range map[string]struct {
		fault fault
		tests int
		fails bool
	}{
		"held":              {fault{ID: "1", What: "a", Must: "b"}, 1, false},
		"no test":           {fault{ID: "1", What: "a", Must: "b"}, 0, true},
		"openly later":      {fault{ID: "1", What: "a", Must: "b", Later: true}, 0, false},
		"later has come":    {fault{ID: "1", What: "a", Must: "b", Later: true}, 1, true},
		"nothing must be":   {fault{ID: "1", What: "a"}, 1, true},
		"without a number":  {fault{What: "a", Must: "b"}, 1, true},
		"nothing but later": {fault{Later: true}, 0, true},
	} {
		if got := c.fault.complaints(c.tests); (len(got) > 0) != c.fails {
			t.Errorf("%s: %q", name, got)
		}
	}
}
