package config

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestSecretsDontShow(t *testing.T) {
	c := load(t, production("PAYAPP_REDIS_URL=redis://:hush@redis")...)
	c.Sandbox.Key = Secret{"-----BEGIN PRIVATE KEY-----"}
	keyBytes := c.SessionKeys.Reveal()[0]
	var shown strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&shown, verb+verb+verb+verb, c, c.RedisURL, c.Sandbox.Key, c.SessionKeys)
	}
	slog.New(slog.NewJSONHandler(&shown, nil)).Info("x", "config", c, "keys", c.SessionKeys, "redis", c.RedisURL)
	slog.New(slog.NewTextHandler(&shown, nil)).Info("x", "config", c, "keys", c.SessionKeys, "redis", c.RedisURL)
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	shown.Write(data)
	for _, secret := range []string{"hush", "PRIVATE KEY", key("new"), string(keyBytes), fmt.Sprintf("%x", keyBytes), fmt.Sprintf("%x", "redis://:hush@redis"), fmt.Sprint(keyBytes)} {
		if strings.Contains(shown.String(), secret) {
			t.Errorf("%q shows in %s", secret, shown.String())
		}
	}
}
