//go:build production

package main

import (
	"context"
	"errors"
)

// The production build has no sandbox: config.Load refuses to start without a
// gateway.
const sandboxBuiltIn = false

func (a *app) startSandbox(context.Context) (stop func(), err error) {
	return nil, errors.New("this build has no sandbox")
}
