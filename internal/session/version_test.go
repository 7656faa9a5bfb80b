package session

import (
	"errors"
	"net/http"
	"testing"
)

// A cookie sealed with key("one") for testPath at start. A change of the format
// that can't read it would end every payment under way.
const cookie2 = "1.MTc5NTQ1NTUwNHxSak1uU0lVOUZiUnNIYlhLNDZfTDNkYUZwQktKQ1VheXJqS25tYUhUVTJyLWxEbE1mVG5NYU1mUzVsLWtseUh0SDJ0WjZUWEdsd3piRV" +
	"N0SGltRGJmVDEyM0NldHlZNnpsRjZ1eDYtSUtwY2xLOURtY0dIcDJHQWUxRVZpdnB0TE9Nd2d6SnppSllqeFlfVlZLQ3plQ2o5bnhXbjJJaFg5TFJpTUFBLT" +
	"NxMXBwSGMyVFczVnR8GUMcFMW7Au4hx3C4_xSXeL3Yxv7vdj27HJmxlWoWVGU="

func TestCookiesOfEachVersionAreRead(t *testing.T) {
	s, _ := setup(t, true)
	var p payload
	err := s.Open(request(&http.Cookie{Name: "__Secure-session", Value: cookie2}), "session", testPath, &p)
	if err != nil || p.ReturnURL != "https://shop.example.com/thanks" {
		t.Errorf("%v, %+v", err, p)
	}
	// An unreleased format is no session, clearly.
	if _, _, err := unpack(append([]byte{1}, make([]byte, headerLen)...)); !errors.Is(err, errEnvelope) {
		t.Errorf("version 1: %v", err)
	}
}
