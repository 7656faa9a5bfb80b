package run

import (
	"context"
	"errors"
	"testing"

	"payapp/e2e/kit"
	"payapp/e2e/report"
)

// A walk that an interruption ended has neither failed nor passed.
func TestStoppedWalksAreSkipped(t *testing.T) {
	for _, stop := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		r := runner{options: Options{Retries: 1}, world: &kit.World{Sandbox: "x", Links: func(context.Context, kit.Terms) (string, error) {
			if stop {
				cancel()
			}
			return "", errors.New("target detached")
		}}}
		result := report.Result{Walk: walks[0]}
		r.walk(ctx, &result)
		if stop && (result.Status != report.Skipped || result.Reason != wasStopped || result.Errors != nil || result.Tries != 1) {
			t.Errorf("stopped: %+v", result)
		}
		if !stop && (result.Status != report.Failed || result.Tries != 2) {
			t.Errorf("failed: %+v", result)
		}
	}
}
