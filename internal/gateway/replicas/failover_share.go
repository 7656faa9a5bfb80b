package replicas

import (
	"cmp"
	"math"
	"slices"
)

// wanted is the rate that this replica would take alone if all agreed. mu is
// held.
func (s *Replica) wanted() float64 {
	all := append([]member{{id: s.arbiter.replica, watched: s.config.Watched()}}, s.others...)
	most := len(all)
	for _, c := range s.counts {
		most = max(most, c.n)
	}
	for len(all) < most { // a missing replica may be back soon
		all = append(all, member{})
	}
	return shareOut(s.config.Rate, all)[0]
}

// own is the rate that this replica takes alone. mu is held.
func (s *Replica) own() float64 {
	if s.share > 0 {
		return s.share
	}
	return s.config.Rate / aloneShare
}

// shareOut returns the requests a second that each replica may send while the
// store is gone, in the given order; the sum is never above rate. Half is
// divided evenly, since customers reach all replicas alike. Half goes by
// payments watched, since a replica polls what it watches. Shares are whole
// requests: a third of a request can't be sent.
func shareOut(rate float64, all []member) []float64 {
	shares := make([]float64, len(all))
	whole := math.Floor(rate) - float64(len(all)) // left over when each replica has one
	if whole < 0 {
		for i := range shares {
			shares[i] = rate / float64(len(all))
		}
		return shares
	}
	watched := 0
	for _, m := range all {
		watched += m.watched
	}
	left := whole
	rests := make([]float64, len(all)) // the fractions cut off
	for i, m := range all {
		part := 1 / float64(len(all))
		if watched > 0 {
			part = (part + float64(m.watched)/float64(watched)) / 2
		}
		more := math.Floor(whole * part)
		shares[i], rests[i] = 1+more, whole*part-more
		left -= more
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(rests[j], rests[i]), cmp.Compare(all[i].id, all[j].id)) })
	for _, i := range order[:min(len(order), int(math.Round(left)))] {
		shares[i]++
	}
	return shares
}
