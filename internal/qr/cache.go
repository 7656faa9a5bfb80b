package qr

import (
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
)

// cacheSize limits memory to about 10 MB, if all codes have the largest size.
const cacheSize = 512

var drawings = newCache(cacheSize, draw)

// cache keeps drawings by payload. Several requests at once for one payload draw
// it once.
type cache struct {
	draw   func(payload string) (*drawing, error)
	kept   *lru.Cache[string, *drawing]
	flight singleflight.Group
}

func newCache(size int, draw func(string) (*drawing, error)) *cache {
	kept, err := lru.New[string, *drawing](size)
	if err != nil {
		panic(err) // only a size below one is an error
	}
	return &cache{draw: draw, kept: kept}
}

// get returns the drawing of a payload, from the cache if it is there. Errors
// aren't cached: they are quick.
func (c *cache) get(payload string) (*drawing, error) {
	if d, ok := c.kept.Get(payload); ok {
		return d, nil
	}
	d, err, _ := c.flight.Do(payload, func() (any, error) {
		if d, ok := c.kept.Get(payload); ok {
			return d, nil // another goroutine has just drawn it
		}
		d, err := c.draw(payload)
		if err == nil {
			c.kept.Add(payload, d)
		}
		return d, err
	})
	if err != nil {
		return nil, err
	}
	return d.(*drawing), nil
}
