package apiclient

import (
	"cmp"
	"strings"
	"time"
)

// process is the process object of payins and payouts, with the failure reason
// wherever it stands.
type process struct {
	status                         string
	createdAt, processedAt         time.Time
	isTest                         bool
	processorStatus, failureReason string
}

func readProcess(top object) process {
	inner := top.object("process")
	return process{
		status:          strings.ToUpper(strings.TrimSpace(inner.text("status"))), // "success" is no other word
		createdAt:       inner.time("createdAt"),
		processedAt:     inner.time("processedAt"),
		isTest:          inner.flag("isTest"),
		processorStatus: inner.text("processorStatus"),
		// At the top level by the interface's text; inside is understood too.
		failureReason: cmp.Or(top.words("failureReasonCode"), inner.words("failureReasonCode")),
	}
}
