package qr

import (
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
)

// cacheSize bounds the memory at about 10 MB, when all codes have the largest
// size.
const cacheSize = 512

var drawings = newCache(cacheSize, draw)

// cache keeps drawings by payload and draws each only once at a time.
type cache struct {
	draw   func(payload string) (*drawing, error)
	kept   *lru.Cache[string, *drawing]
	flight singleflight.Group
}

func newCache(size int, draw func(string) (*drawing, error)) *cache {
	kept, err := lru.New[string, *drawing](size)
	if err != nil {
		panic(err) // only a size below one is refused
	}
	return &cache{draw: draw, kept: kept}
}

// get draws a payload, or finds it drawn. Errors aren't kept: they are quick.
func (c *cache) get(payload string) (*drawing, error) {
	if d, ok := c.kept.Get(payload); ok {
		return d, nil
	}
	d, err, _ := c.flight.Do(payload, func() (any, error) {
		if d, ok := c.kept.Get(payload); ok {
			return d, nil // drawn since we looked
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
