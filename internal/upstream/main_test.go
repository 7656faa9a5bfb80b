package upstream

import (
	"testing"

	"payapp/internal/testing/leaks"
)

// What is under way ends by itself; nothing is left running.
func TestMain(m *testing.M) { leaks.Main(m) }
