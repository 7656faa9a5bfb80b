package apiclient

import (
	"context"
	"errors"
)

// doObject is do for answers that are a JSON object. What read meets with the
// wrong type is logged.
func (c *Client) doObject(ctx context.Context, request call, read func(top object) error) error {
	return c.do(ctx, request, func(body []byte) error {
		var odd []string
		top, err := parseObject(body, &odd)
		if err != nil {
			return err
		}
		err = read(top)
		c.noteOdd(ctx, request, odd)
		return err
	})
}

// maxOdd is how many properties a log line names.
const maxOdd = 10

// noteOdd logs the properties that were left out because of their type, some
// of them where there are many.
func (c *Client) noteOdd(ctx context.Context, request call, odd []string) {
	if len(odd) == 0 {
		return
	}
	names := make([]string, min(len(odd), maxOdd))
	for i := range names {
		names[i] = quotable(odd[i], request)
	}
	c.logger.WarnContext(ctx, "gateway answer has properties of the wrong type", "op", request.op, "count", len(odd), "properties", names)
}

// list performs a call that answers {"data": [entry, …]}.
func list[T any](ctx context.Context, c *Client, request call, read func(object) (T, bool)) ([]T, error) {
	var entries []T
	err := c.doObject(ctx, request, func(top object) (err error) {
		entries, err = dataList(top, read)
		return err
	})
	return entries, err
}

// dataList reads the data array, which must be there; it may be empty. Entries
// that read doesn't take are left out and logged: one broken line of a code
// list isn't worth the list.
func dataList[T any](top object, read func(object) (T, bool)) ([]T, error) {
	raw := top.list("data")
	if raw == nil {
		return nil, errors.New("no data list")
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
