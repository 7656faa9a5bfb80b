package racing

import (
	"slices"
	"testing"
)

func TestPart(t *testing.T) {
	rows := []int{0, 1, 2, 3, 4, 5, 6}
	want := rows
	if Short() {
		want = []int{0, 3, 6}
	}
	if got := Part(3, rows); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
