package main

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestEvents(t *testing.T) {
	const stream = "retry: 2500\nid: v1\ndata: v1\n\n" +
		": a comment\n\n" +
		"event: beat\ndata:\n\n" +
		"\n" +
		"id: v2\r\ndata:v2\r\ndata: more\r\n\r\n" +
		"retry: soon\n\n" +
		"data: cut off"
	want := []event{
		{id: "v1", data: "v1", retry: 2500 * time.Millisecond, hasID: true, hasRetry: true},
		{},
		{name: "beat"},
		{id: "v2", data: "v2\nmore", hasID: true},
		{},
	}
	for name, body := range map[string]io.Reader{
		"at once": strings.NewReader(stream), "byte by byte": iotest.OneByteReader(strings.NewReader(stream)),
	} {
		r := readEvents(body)
		var got []event
		for {
			e, err := r.next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(name, err)
			}
			got = append(got, e)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(event{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
