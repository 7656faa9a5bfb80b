package watch

import (
	"testing"

	"go.uber.org/goleak"
)

// What is under way ends by itself; nothing runs in the background.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
