//go:build production

package server

import (
	"context"
	"errors"
	"log/slog"

	"payapp/internal/config"
)

// SandboxBuiltIn says whether this build has the sandbox. The production build
// doesn't, so config.Load requires a gateway.
const SandboxBuiltIn = false

func startSandbox(context.Context, config.Config, *slog.Logger) (*embedded, error) {
	return nil, errors.New("this build has no sandbox")
}
