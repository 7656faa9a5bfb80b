package qr

import "strconv"

// path draws each run of black modules in a row as a rectangle so many modules
// high. All moves are relative and therefore repeat, so the page compresses
// well.
func path(rows [][]bool, height int) string {
	var p []byte
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
			p = rectangle(p, x-atX, y-atY, run, height)
			x += run
			atX, atY = x, y
		}
	}
	return string(p)
}

// rectangle appends one relative move and a rectangle, which ends at its upper
// right corner and is closed by being filled: its width is written once.
func rectangle(p []byte, dx, dy, width, height int) []byte {
	p = append(p, 'm')
	p = strconv.AppendInt(p, int64(dx), 10)
	p = append(p, ' ')
	p = strconv.AppendInt(p, int64(dy), 10)
	p = append(p, 'v')
	p = strconv.AppendInt(p, int64(height), 10)
	p = append(p, 'h')
	p = strconv.AppendInt(p, int64(width), 10)
	p = append(p, 'v')
	return strconv.AppendInt(p, int64(-height), 10)
}
