package methods

// builtIn returns the rows of the built-in catalogue, in the order of All.
func builtIn() []Method {
	var rows []Method
	for _, part := range [][]Method{india(), southEastAsia(), eastAsia(), africa(), latinAmerica(), cryptocurrencies()} {
		rows = append(rows, part...)
	}
	return rows
}
