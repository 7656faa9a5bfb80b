package upstream_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// The plot's frame in its own units, and the ranges of its axes.
const (
	plotWidth, plotHeight = 740.0, 430.0
	left, right           = 70.0, 700.0
	top, bottom           = 40.0, 380.0
	fewest, most          = 1.0, 100_000.0 // watchers of one shop
	shortest, longest     = 0.1, 30_000.0  // seconds
)

func across(watchers float64) float64 {
	return left + (right-left)*math.Log(watchers/fewest)/math.Log(most/fewest)
}

func up(seconds float64) float64 {
	return bottom - (bottom-top)*math.Log(max(seconds, shortest)/shortest)/math.Log(longest/shortest)
}

// series is one value drawn over the size of a shop's crowd: measured ones as
// dots, the best ones as lines.
type series struct {
	name, colour string
	line         bool
	of           func(result) float64 // in seconds
}

var drawn = []series{
	{"paid → seen, p99", "#b3261e", false, func(r result) float64 { return r.p99.Seconds() }},
	{"the best p99", "#b3261e", true, func(r result) float64 { return r.bestP99.Seconds() }},
	{"paid → seen, mean", "#0b57d0", false, func(r result) float64 { return r.mean.Seconds() }},
	{"the best mean", "#0b57d0", true, func(r result) float64 { return r.bestMean.Seconds() }},
	{"first page, p99", "#137333", false, func(r result) float64 { return quantile(r.pages, 0.99).Seconds() }},
}

// plot draws both axes logarithmically.
func plot(results []result) string {
	sorted := slices.Clone(results)
	slices.SortFunc(sorted, func(a, b result) int { return cmp.Compare(a.perShop, b.perShop) })
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" font-size="13" role="img">`+"\n",
		plotWidth, plotHeight)
	b.WriteString("<title>Paid to seen, and the first page, by how many wait at one shop</title>\n")
	fmt.Fprintf(&b, `<rect width="%g" height="%g" fill="#fff"/>`+"\n", plotWidth, plotHeight)
	for n := fewest; n <= most; n *= 10 {
		x := across(n)
		fmt.Fprintf(&b, `<path d="M%.1f %gV%g" stroke="#ddd"/><text x="%.1f" y="%g" text-anchor="middle">%s</text>`+"\n",
			x, top, bottom, x, bottom+18, grouped(int(n)))
	}
	for _, tick := range []struct {
		seconds float64
		name    string
	}{{0.1, "0.1 s"}, {1, "1 s"}, {10, "10 s"}, {60, "1 min"}, {600, "10 min"}, {3600, "1 h"}, {21600, "6 h"}} {
		y := up(tick.seconds)
		fmt.Fprintf(&b, `<path d="M%g %.1fH%g" stroke="#ddd"/><text x="%g" y="%.1f" text-anchor="end">%s</text>`+"\n",
			left, y, right, left-8, y+4, tick.name)
	}
	fmt.Fprintf(&b, `<text x="%g" y="%g" text-anchor="middle">customers of one shop who wait</text>`+"\n", (left+right)/2, plotHeight-12)
	for i, s := range drawn {
		s.draw(&b, sorted, top+16+float64(i)*19)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// draw draws one series, with its name at the height.
func (s series) draw(b *strings.Builder, results []result, height float64) {
	if s.line {
		var points []string
		for _, r := range results {
			points = append(points, fmt.Sprintf("%.1f,%.1f", across(r.perShop), up(s.of(r))))
		}
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="1.5"/>`+"\n", strings.Join(points, " "), s.colour)
		fmt.Fprintf(b, `<path d="M%g %.1fh18" stroke="%s" stroke-width="1.5"/>`, left+10, height-4, s.colour)
	} else {
		for _, r := range results {
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="4" fill="%s"/>`+"\n", across(r.perShop), up(s.of(r)), s.colour)
		}
		fmt.Fprintf(b, `<circle cx="%g" cy="%.1f" r="4" fill="%s"/>`, left+19, height-4, s.colour)
	}
	fmt.Fprintf(b, `<text x="%g" y="%.1f">%s</text>`+"\n", left+36, height, s.name)
}
