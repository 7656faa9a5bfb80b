package layout

import "unicode/utf8"

// From this length in characters an amount is set smaller, so that it fits into
// a line on the narrowest phones.
const (
	longAmount   = 14
	longerAmount = 18
)

func isLonger(a Amount) bool { return utf8.RuneCountInString(a.Text) >= longerAmount }

func isLong(a Amount) bool { return !isLonger(a) && utf8.RuneCountInString(a.Text) >= longAmount }
