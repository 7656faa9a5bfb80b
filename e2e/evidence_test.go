package e2e

import (
	"os"
	"path/filepath"
	"sync"

	"payapp/e2e/kit"
	"payapp/e2e/report"
	"payapp/e2e/suite"
)

// evidence is what the tabs of failed tests leave, by the test's name.
var evidence struct {
	mu    sync.Mutex
	tests []report.Result
}

func takeEvidence(t kit.T, left kit.Record) {
	if !t.Failed() {
		return
	}
	for i, file := range left.Files {
		left.Files[i], _ = filepath.Rel(failureFolder, file)
	}
	evidence.mu.Lock()
	defer evidence.mu.Unlock()
	at := 0
	for at < len(evidence.tests) && evidence.tests[at].Name != t.Name() {
		at++
	}
	if at == len(evidence.tests) {
		evidence.tests = append(evidence.tests, report.Result{Walk: suite.Walk{Name: t.Name()}, Status: report.Failed, Tries: 1})
	}
	test := &evidence.tests[at]
	test.Errors = append(test.Errors, left.Faults...)
	test.Tabs = append(test.Tabs, left)
}

// writeEvidence makes the index of the folder of failures, if there are any.
func writeEvidence() error {
	if len(evidence.tests) == 0 {
		return nil
	}
	file, err := os.Create(filepath.Join(failureFolder, "index.html"))
	if err != nil {
		return err
	}
	defer file.Close()
	return report.Run{Title: "Failed browser suites", URL: theWorld.App, Began: evidence.tests[0].Tabs[0].Began, Walks: evidence.tests}.WriteHTML(file)
}
