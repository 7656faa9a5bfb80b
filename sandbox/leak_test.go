package sandbox_test

import (
	"testing"

	"payapp/internal/testing/leaks"
)

func TestMain(m *testing.M) { leaks.Main(m) }
