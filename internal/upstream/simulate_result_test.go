package upstream_test

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// result is the result of one scenario.
type result struct {
	scenario
	measures
	left      float64 // requests a second and merchant left over by newcomers and strangers
	perShop   float64 // payments watched
	mean, p99 time.Duration
	// The best that any schedule could do for these payments: plain round robin
	// with what is left, or the desired interval if that is longer.
	bestMean, bestP99 time.Duration
	// hurried is the share of payments for which the desired interval is the
	// longer one.
	hurried float64
}

// What customers may notice at most; and paid → seen compared with the best.
const (
	pageGoal      = time.Second
	strangersGoal = 2 * time.Second // the first page, while strangers forge tokens
	outageGoal    = 2 * time.Second // the first page, beside those who come back after an outage
	inLineAgain   = 4 * time.Second // until a page in line has asked again
	seenGoal      = 1.2
)

// broken are the goals that the result misses. With few payments, chance has
// more influence.
func (r result) broken() []string {
	var broken []string
	want := func(ok bool, format string, values ...any) {
		if !ok {
			broken = append(broken, fmt.Sprintf(format, values...))
		}
	}
	want(r.counts.limited == 0, "%d answers of 429", r.counts.limited)
	want(r.counts.most <= rateLimit, "%d requests in a second", r.counts.most)
	want(r.turnedAway == 0, "%d customers turned away", r.turnedAway)
	want(r.lost == 0, "%d customers who paid never saw it", r.lost)
	page, creation := pageGoal, pageGoal
	if len(r.junk) > 0 || r.refused > 0 {
		page = strangersGoal
	}
	if r.stall > 0 {
		page, creation = r.stall+strangersGoal, r.stall+strangersGoal
	}
	if r.outage > 0 {
		page = outageGoal
		if len(r.pages) < 500 {
			// Of so few the p99 is the slowest, who may have been asked to wait in
			// line when everybody came back, and have asked again.
			page += inLineAgain
		}
	}
	// Served in turn; background keeps its floor, and pages in line ask again.
	inTurn := time.Duration(r.rush+r.pays)*time.Second/(rateLimit*3/4) + inLineAgain
	if r.rush > 0 {
		page = inTurn
	}
	if r.storeAway > 0 { // a second of silence comes first
		if page, creation = pageGoal+time.Second, pageGoal+time.Second; r.pays > 0 {
			page, creation = inTurn, inTurn
		}
		want(r.storeUsual > 0 && r.storeWorst <= 2*r.storeUsual && r.storeAfter <= r.storeUsual*3/2,
			"the store is asked %d times in a second after it was away, %d from the third; usually %d", r.storeWorst, r.storeAfter, r.storeUsual)
	}
	want(len(r.pages) > 0 && quantile(r.pages, 0.99) <= page, "first page p99 %v", quantile(r.pages, 0.99))
	want(len(r.creations) > 0 && quantile(r.creations, 0.99) <= creation, "creation p99 %v", quantile(r.creations, 0.99))
	if r.pagesOnly {
		return broken
	}
	most := seenGoal + 2/math.Sqrt(float64(len(r.seen)))
	if r.late > 0 { // who is late asks less often than its turn comes
		most += 0.2
	}
	overMean, overP99 := r.over()
	want(overMean <= most, "paid → seen: mean %.2f × the best", overMean)
	// With differing intervals, the 99th percentile of a small sample is
	// chance.
	want(overP99 <= most || r.hurried > 0 && len(r.seen) < 500, "paid → seen: p99 %.2f × the best", overP99)
	return broken
}

// over is the mean and p99 as multiples of the best.
func (r result) over() (mean, p99 float64) {
	return float64(r.mean) / float64(max(1, r.bestMean)), float64(r.p99) / float64(max(1, r.bestP99))
}

func judge(s scenario, m measures) result {
	r := result{scenario: s, measures: m}
	seconds := m.span.Seconds() * float64(s.shops)
	r.left = rateLimit - float64(m.counts.calls-m.counts.polls)/seconds
	r.perShop = m.watched / seconds
	round := time.Duration(r.perShop / r.left * float64(time.Second))
	var after, cycles []time.Duration
	for _, s := range m.seen {
		after = append(after, s.after)
		cycles = append(cycles, max(round, s.desired))
		if s.desired > round {
			r.hurried += 1 / float64(len(m.seen))
		}
	}
	r.mean, r.p99 = mean(after), quantile(after, 0.99)
	r.bestMean, r.bestP99 = mean(cycles)/2, ofCycles(cycles, 0.99)
	return r
}

// ofCycles is the quantile of the age of readings that are renewed after these
// cycles: within a cycle each age is equally likely.
func ofCycles(cycles []time.Duration, q float64) time.Duration {
	low, high := time.Duration(0), slices.Max(append(cycles, 1))
	for high-low > time.Millisecond {
		middle := (low + high) / 2
		var older float64
		for _, c := range cycles {
			older += max(0, 1-float64(middle)/float64(c))
		}
		if older > (1-q)*float64(len(cycles)) {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

func mean(durations []time.Duration) time.Duration {
	var sum time.Duration
	for _, d := range durations {
		sum += d
	}
	return sum / time.Duration(max(1, len(durations)))
}

// quantile is the smallest duration that this share of them doesn't exceed.
func quantile(durations []time.Duration, q float64) time.Duration {
	if len(durations) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(durations))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}
