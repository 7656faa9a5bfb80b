package racing

// Part is every nth row, including the first, under the race detector, and
// every row without it.
func Part[T any](n int, rows []T) []T {
	if !On {
		return rows
	}
	var part []T
	for i := 0; i < len(rows); i += n {
		part = append(part, rows[i])
	}
	return part
}
