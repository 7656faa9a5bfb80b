package known

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Print is the fingerprint of one thing to pay by, which stays when a browser has no more
// use for the thing itself: by it a second way after an end is told from the first. Its
// first letter is the kind.
type Print struct {
	Is    string `json:"i"`
	First moment `json:"f"` // when an answer first named it
	Last  moment `json:"l"`
}

// The kinds. One payment's account, reference and address stay the same; codes and links
// may have a time inside, and be others at each read.
const (
	lasting = "arp"
	fickle  = "qdu"
)

// mostPrints is of how many things of a kind there are fingerprints. If there are more,
// they change by themselves, and say nothing any more.
const mostPrints = 4

func (w Way) prints() (list []Print) {
	for kind, of := range map[string]string{
		"a": w.Account.Number, "r": w.Reference, "p": w.Address.ID, "q": w.Code, "d": w.DeepLink, "u": w.Redirect,
	} {
		if of != "" {
			h := fnv.New32a()
			_, _ = h.Write([]byte(of))
			list = append(list, Print{kind + strconv.FormatUint(uint64(h.Sum32()), 36), w.at(), w.at()})
		}
	}
	return sorted(list)
}

func sorted(list []Print) []Print {
	slices.SortFunc(list, func(a, b Print) int { return strings.Compare(a.Is, b.Is) })
	return list
}

// prints is the union of both. A kind with too many has one that stands for all.
func prints(a, b []Print) (all []Print) {
	if len(a) == 0 || len(b) == 0 {
		return slices.Concat(a, b)
	}
	for _, p := range sorted(slices.Concat(a, b)) {
		if n := len(all); n > 0 && all[n-1].Is == p.Is {
			all[n-1].First, all[n-1].Last = min(all[n-1].First, p.First), max(all[n-1].Last, p.Last)
		} else {
			all = append(all, p)
		}
	}
	for _, kind := range lasting + fickle {
		of := func(p Print) bool { return rune(p.Is[0]) == kind }
		few, n := Print{Is: string(kind)}, 0
		for _, p := range all {
			if of(p) {
				n++
			}
		}
		if n > mostPrints || slices.ContainsFunc(all, func(p Print) bool { return p.Is == few.Is }) {
			all = append(slices.DeleteFunc(all, of), few)
		}
	}
	return sorted(all)
}

// changes reports whether its codes or links change by themselves.
func (p Payment) changes() bool {
	return slices.ContainsFunc(p.Prints, func(o Print) bool { return len(o.Is) == 1 && strings.Contains(fickle, o.Is) })
}

// unchanged is for how long a code or link must have been the same to be one that has no
// time inside.
const unchanged = 2 * time.Minute

// secondWay reports whether answers that are newer than the end name another way than was
// known before it: another account, reference or address, or another code or link than
// one that has lasted. Two of them must say it.
func (p Payment) secondWay() bool {
	if p.Going.At <= p.End.At {
		return false
	}
	before := func(kind byte) bool {
		return slices.ContainsFunc(p.Prints, func(o Print) bool {
			stays := strings.IndexByte(lasting, kind) >= 0 || o.Last >= o.First.add(unchanged)
			return o.Is[0] == kind && len(o.Is) > 1 && o.First <= p.End.At && stays
		})
	}
	return slices.ContainsFunc(p.Prints, func(o Print) bool {
		return len(o.Is) > 1 && o.First > p.End.At && o.Last > o.First && before(o.Is[0])
	})
}
