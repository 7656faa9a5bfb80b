package payload

import (
	"errors"
	"fmt"
	"strings"
)

// field is one EMVCo data object: tag, length, value. Lengths count characters;
// values here are ASCII.
func field(tag, value string) string {
	if value == "" {
		return ""
	}
	return fmt.Sprintf("%s%02d%s", tag, len(value), value)
}

// template is a data object that contains others.
func template(tag string, inner ...string) string {
	return field(tag, strings.Join(inner, ""))
}

// sealed joins the data objects and appends the checksum.
func sealed(objects ...string) string {
	body := strings.Join(objects, "") + "6304"
	return body + fmt.Sprintf("%04X", CRC(body))
}

// CRC is CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF.
func CRC(s string) uint16 {
	crc := uint16(0xFFFF)
	for i := range len(s) {
		crc ^= uint16(s[i]) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}

// Object is one data object of a payload.
type Object struct{ Tag, Value string }

// ParseEMV splits a payload into its objects and checks its checksum. The scan
// page shows them.
func ParseEMV(s string) ([]Object, error) {
	objects, err := parseObjects(s)
	if err != nil {
		return nil, err
	}
	if len(objects) < 2 {
		return nil, errors.New("payload: empty")
	}
	last := objects[len(objects)-1]
	if objects[0] != (Object{"00", "01"}) && objects[0] != (Object{"00", "02"}) || last.Tag != "63" {
		return nil, errors.New("payload: does not begin with 00 and end with 63")
	}
	if want := fmt.Sprintf("%04X", CRC(s[:len(s)-4])); last.Value != want {
		return nil, fmt.Errorf("payload: check sum %s, want %s", last.Value, want)
	}
	return objects, nil
}

func parseObjects(s string) ([]Object, error) {
	var objects []Object
	for len(s) > 0 {
		var n int
		if len(s) < 4 || strings.Trim(s[:4], "0123456789") != "" {
			return nil, fmt.Errorf("payload: no tag and length at %q", s)
		}
		n = int(s[2]-'0')*10 + int(s[3]-'0')
		if len(s) < 4+n {
			return nil, fmt.Errorf("payload: tag %s is cut off", s[:2])
		}
		objects = append(objects, Object{s[:2], s[4 : 4+n]})
		s = s[4+n:]
	}
	return objects, nil
}
