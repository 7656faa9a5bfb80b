package session

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"github.com/klauspost/compress/flate"
	"io"
	"sync"
	"time"
)

// An envelope is what is sealed: its version (one byte), the expiry (eight
// bytes, seconds since the epoch) and the deflated payload.
const headerLen = 9

// version is what is written. A new format gets a new number, and the previous
// one must be readable as long as its cookies live; otherwise a deployment would
// end every payment under way. Where replicas are replaced one by one, a release
// that reads the new format goes before the one that writes it.
const version = 1

// maxPlain limits a payload before compression, in bytes, in both directions: a
// larger one is refused, and a small cookie can't expand into more.
const maxPlain = 32 << 10

var errEnvelope = errors.New("malformed envelope")

var deflaters = sync.Pool{New: func() any {
	w, err := flate.NewWriter(io.Discard, flate.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	return w
}}

func pack(plain []byte, expires time.Time) ([]byte, error) {
	var out bytes.Buffer
	var header [headerLen]byte
	header[0] = version
	binary.BigEndian.PutUint64(header[1:], uint64(expires.Unix()))
	out.Write(header[:])

	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(&out)
	if _, err := w.Write(plain); err != nil {
		return nil, fmt.Errorf("deflate: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("deflate: %w", err)
	}
	return out.Bytes(), nil
}

// inflater is reused: its window alone has 32 KB.
type inflater struct {
	source bytes.Reader
	flate  io.ReadCloser
}

var inflaters = sync.Pool{New: func() any {
	i := new(inflater)
	i.flate = flate.NewReader(&i.source)
	return i
}}

func unpack(envelope []byte) (plain []byte, expires time.Time, err error) {
	if len(envelope) < headerLen || envelope[0] != version {
		return nil, time.Time{}, errEnvelope
	}
	expires = time.Unix(int64(binary.BigEndian.Uint64(envelope[1:headerLen])), 0)

	i := inflaters.Get().(*inflater)
	defer inflaters.Put(i)
	i.source.Reset(envelope[headerLen:])
	if err := i.flate.(flate.Resetter).Reset(&i.source, nil); err != nil {
		return nil, time.Time{}, fmt.Errorf("inflate: %w", err)
	}
	buffer := bytes.NewBuffer(make([]byte, 0, 4*len(envelope)+bytes.MinRead))
	n, err := io.Copy(buffer, io.LimitReader(i.flate, maxPlain+1))
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("inflate: %w", err)
	}
	if n > maxPlain {
		return nil, time.Time{}, errEnvelope
	}
	return buffer.Bytes(), expires, nil
}
