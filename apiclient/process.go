package apiclient

import (
	"cmp"
	"strings"
	"time"
)

// process is the process object of payins and payouts, and the failure reason
// wherever it is.
type process struct {
	status                         string
	createdAt, processedAt         time.Time
	isTest                         bool
	processorStatus, failureReason string
}

func readProcess(top object) process {
	inner := top.object("process")
	return process{
		status:          strings.ToUpper(strings.TrimSpace(inner.text("status"))), // "success" is the same word
		createdAt:       inner.time("createdAt"),
		processedAt:     inner.time("processedAt"),
		isTest:          inner.flag("isTest"),
		processorStatus: inner.text("processorStatus"),
		// The interface puts it at the top level; inside process is accepted
		// too.
		failureReason: cmp.Or(top.words("failureReasonCode"), inner.words("failureReasonCode")),
	}
}
