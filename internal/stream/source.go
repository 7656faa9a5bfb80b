package stream

import "time"

// Source is whose news a stream tells. The hub calls it from goroutines of its
// own, one at a time for each stream.
type Source interface {
	// News decides what is due now. It is called whenever that may have
	// changed, and should ask nobody.
	News() News
	// Watch asks for being told when what is due may have changed, until stop
	// is called. told may be called at any time from anywhere, and doesn't
	// block.
	Watch(told func()) (stop func())
}

// News is what is due.
type News struct {
	// Version names it; "" where that can't be told just now.
	Version string
	// Read is when what it is due by was read; zero where that doesn't matter.
	Read time.Time
	// Again is how long until it may change by itself; 0 where it doesn't.
	Again time.Duration
	// Over: this stream has nothing more to tell, and whoever listens should
	// look for themselves.
	Over bool
}
