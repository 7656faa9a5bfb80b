//go:build production

package main

import (
	"context"
	"errors"
	"log/slog"

	"payapp/internal/config"
)

// The production build has no sandbox: config.Load refuses to start without a
// gateway.
const sandboxBuiltIn = false

func startSandbox(context.Context, config.Config, *slog.Logger) (*embedded, error) {
	return nil, errors.New("this build has no sandbox")
}
