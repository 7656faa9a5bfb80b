package apiclient

import (
	"bytes"
	"context"
	"slices"
)

// doObject is do for answers that are a JSON object. Properties of the wrong
// type are logged.
func (c *Client) doObject(ctx context.Context, request call, read func(top object) error) error {
	return c.do(ctx, request, func(body []byte) error {
		var odd []string
		top, err := parseObject(withData(body), &odd)
		if err != nil {
			return err
		}
		err = read(top)
		c.noteOdd(ctx, request, odd)
		return err
	})
}

// withData makes {"data": list} of a bare list, which some gateways answer. No
// payment or other object of the interface has data alone.
func withData(body []byte) []byte {
	if body = bytes.TrimSpace(body); len(body) == 0 || body[0] != '[' {
		return body
	}
	return slices.Concat([]byte(`{"data":`), body, []byte("}"))
}

// maxOdd is how many properties a log line names.
const maxOdd = 10

// noteOdd logs properties that were dropped or shortened because of their type
// or length, at most maxOdd of them.
func (c *Client) noteOdd(ctx context.Context, request call, odd []string) {
	if len(odd) == 0 {
		return
	}
	c.tell(nil, odd)
	names := make([]string, min(len(odd), maxOdd))
	for i := range names {
		names[i] = quotable(odd[i], request)
	}
	c.logger.WarnContext(ctx, "gateway answer has properties of the wrong type or length",
		"op", request.op, "count", len(odd), "properties", names)
}

// list performs a call that answers {"data": [entry, …]}, or the list alone.
func list[T any](ctx context.Context, c *Client, request call, read func(object) (T, bool)) ([]T, error) {
	var entries []T
	err := c.doObject(ctx, request, func(top object) (err error) {
		entries, err = dataList(top, maxEntries, read)
		return err
	})
	return entries, err
}

// maxEntries is how many entries of a list are read.
const maxEntries = 10_000

// dataList reads the data array, which must be present and may be empty.
// Entries that read rejects are dropped and logged: one broken entry shouldn't
// cost the whole list.
func dataList[T any](top object, most int, read func(object) (T, bool)) ([]T, error) {
	raw := top.list("data", most)
	if raw == nil {
		return nil, unlike{"list-form", "no data list"}
	}
	entries := make([]T, 0, len(raw))
	for _, item := range raw {
		entry, ok := read(asObject(item, top.odd))
		if !ok {
			*top.odd = append(*top.odd, "data[]")
			continue
		}
		entries = append(entries, entry)
	}
	return entries, nil
}
