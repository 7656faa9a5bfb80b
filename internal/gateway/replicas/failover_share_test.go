package replicas

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestShareOut(t *testing.T) {
	for _, c := range []struct {
		why     string
		rate    float64
		watched []int
		want    string
	}{
		{"one has all", 10, []int{5}, "[10]"},
		{"nobody watches", 10, []int{0, 0}, "[5 5]"},
		{"alike, and no request is lost", 10, []int{70, 70, 70}, "[4 3 3]"},
		{"who watches more has more", 10, []int{100, 100, 15}, "[4 4 2]"},
		{"customers come to those, too, where nobody watches", 10, []int{0, 1000}, "[3 7]"},
		{"one each", 3, []int{9, 0, 0}, "[1 1 1]"},
		{"more replicas than requests", 3, []int{1, 1, 1, 1}, "[0.75 0.75 0.75 0.75]"},
		{"a rate that isn't whole", 4.5, []int{1, 1}, "[2 2]"},
	} {
		var all []member
		for i, n := range c.watched {
			all = append(all, member{id: fmt.Sprint(i), watched: n})
		}
		if got := fmt.Sprint(shareOut(c.rate, all)); got != c.want {
			t.Errorf("%s: %v of %v gives %s, want %s", c.why, c.watched, c.rate, got, c.want)
		}
	}
}

// All shares add up to the rate and never more. Each replica computes the same
// shares, in whatever order it knows the others.
func TestShareOutTheRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.IntRange(1, 200).Draw(t, "rate")
		watched := rapid.SliceOfN(rapid.IntRange(0, 20_000), 1, 30).Draw(t, "watched")
		var all []member
		for i, n := range watched {
			all = append(all, member{id: fmt.Sprint(i), watched: n})
		}
		shares := shareOut(float64(rate), all)
		sum := 0.0
		for _, share := range shares {
			sum += share
		}
		if sum > float64(rate)+1e-9 || sum < float64(rate)-1e-9 {
			t.Fatalf("%v together are %v, of %d", shares, sum, rate)
		}
		first := rapid.IntRange(0, len(all)-1).Draw(t, "first")
		for i, share := range shareOut(float64(rate), append(append([]member{}, all[first:]...), all[:first]...)) {
			if want := shares[(first+i)%len(all)]; share != want {
				t.Fatalf("the %d. has %v, and %v in another order", i, want, share)
			}
		}
	})
}
