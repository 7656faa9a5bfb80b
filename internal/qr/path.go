package qr

import "fmt"

// path draws each run of black modules in a row as a line along the row's middle, to
// be stroked as wide as the row is high, in modules. All moves are relative and
// therefore repeat, so the page compresses well.
func path(rows [][]bool, height float64) string {
	p := fmt.Appendf(nil, "m0 %g", height/2)
	atX, atY := 0, 0
	for y, row := range rows {
		for x := 0; x < len(row); x++ {
			if !row[x] {
				continue
			}
			run := 1
			for x+run < len(row) && row[x+run] {
				run++
			}
			p = fmt.Appendf(p, "m%d %dh%d", x-atX, y-atY, run)
			x += run
			atX, atY = x, y
		}
	}
	return string(p)
}
