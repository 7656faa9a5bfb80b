package components

import (
	"strings"
	"testing"
)

// The first four and the last stand whole, and nothing is lost.
func TestInFours(t *testing.T) {
	for text, want := range map[string]string{
		"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266":  "0x f39F d6e5 1aad 88F6 F4ce 6aB8 8272 79cf fFb9 2266",
		"TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf":          "TXYZ opYR dj2D 9XRt bG 411X ZZ3k M5Vk AeBf",
		"9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWW": "9WzD XwBb mkg8 ZTbN MqUx vQR AyrZ zDsG YdLV L9zY tAWW",
	} {
		if got := strings.Join(inFours(text), " "); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if strings.Join(inFours(text), "") != text {
			t.Errorf("%s lost something", text)
		}
	}
}
