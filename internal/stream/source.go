package stream

import "time"

// Source decides what a stream tells. The hub calls it from its own goroutines,
// one at a time for each stream.
type Source interface {
	// News decides what is due now. It is called whenever that may have
	// changed, and should make no calls.
	News() News
	// Watch has notify called whenever that may have changed, until stop is
	// called. notify may be called at any time from any goroutine, and doesn't
	// block.
	Watch(notify func()) (stop func())
}

// News is what is due.
type News struct {
	// Version names what is due; "" if that isn't known at the moment.
	Version string
	// Read is the time of the reading behind it; zero if that doesn't matter.
	Read time.Time
	// Again is how long until it may change by itself; 0 = it doesn't.
	Again time.Duration
	// Over: this stream has nothing more to tell, and the client should reload.
	Over bool
}
