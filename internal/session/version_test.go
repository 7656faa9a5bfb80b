package session

import (
	"net/http"
	"testing"
)

// Cookies of both versions, sealed with key("one") for testPath at start. A change
// of the format that can't read them would end every payment under way.
const (
	cookie1 = "1.MTc5NTM2NDQ4OHxUSFNYck9YR0c0bVZkbmlwYmJMT1A1Zk5JSjlFTF9UWXE5WUZUSm90Qzhic3RRclRmOVdCTUJtZlVBRWxzdkRGaFBSV3ViZlREbVRKcTh1dnJPSnc0" +
		"XzlVZnJTZUFoTi03bnNFZHJhQU1PV0huTnd4b2tacmhoeTVVellMdEZFNHwQq1QwL5VY1aYcV33iGsWtGwNlNUmEQxPGndx9kcoVxQ=="
	cookie2 = "1.MTc5NTM2NDQ4OHxvZXJ3bHRwZ2c0TUJpVzdwMjFpVms3Zk1LT1ZEclhiN1JkRzdoaW4zdVZPcF82dEgxUHV0d1QwM3ZGb19YajVGRFYyRXUyUGRGSVBXMUZWZG1aSXpa" +
		"cmkteUxOLVJaa3dhQ2RiQktZTzBKclZ0OGpVZ2daVENTeFAtMDlBS0ZYUENTX19KUl9kTEpUendoSTVQOE94eWcwTFZKcHlyODZXa05kN0FROXFNNWx1ZDVZUEV2MjhiNFZIWC05" +
		"S3V3MVBpak1xa2FzNHAwdElPWE5NUVNMWnx6JeXSizWnDyhveueFXZABFbdYasph3mA7kBcklRNmyQ=="
)

func TestCookiesOfEachVersionAreRead(t *testing.T) {
	s, _ := setup(t, true)
	for version, value := range map[string]string{"1": cookie1, "2": cookie2} {
		var p payload
		err := s.Open(request(&http.Cookie{Name: "__Secure-session", Value: value}), "session", testPath, &p)
		if err != nil || p.ReturnURL != "https://shop.example.com/thanks" {
			t.Errorf("version %s: %v, %+v", version, err, p)
		}
	}
}
