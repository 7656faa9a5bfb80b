package layout

import "unicode/utf8"

// From how many characters on an amount is set smaller, so that it fits a line
// of the narrowest phones.
const (
	longAmount   = 14
	longerAmount = 18
)

func isLonger(a Amount) bool { return utf8.RuneCountInString(a.Text) >= longerAmount }

func isLong(a Amount) bool { return !isLonger(a) && utf8.RuneCountInString(a.Text) >= longAmount }
