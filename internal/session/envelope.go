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
// bytes, seconds since the epoch), the payload's length (two bytes) and the
// deflated payload.
const headerLen = 11

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
	if len(plain) > maxPlain {
		return nil, fmt.Errorf("%d bytes: %w", len(plain), ErrTooLarge)
	}
	var out bytes.Buffer
	header := binary.BigEndian.AppendUint64([]byte{version}, uint64(expires.Unix()))
	header = binary.BigEndian.AppendUint16(header, uint16(len(plain)))
	out.Write(header)

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
	expires = time.Unix(int64(binary.BigEndian.Uint64(envelope[1:9])), 0)
	size := binary.BigEndian.Uint16(envelope[9:headerLen])
	if size > maxPlain {
		return nil, time.Time{}, errEnvelope
	}

	i := inflaters.Get().(*inflater)
	defer inflaters.Put(i)
	i.source.Reset(envelope[headerLen:])
	if err := i.flate.(flate.Resetter).Reset(&i.source, nil); err != nil {
		return nil, time.Time{}, fmt.Errorf("inflate: %w", err)
	}
	plain = make([]byte, size)
	if _, err := io.ReadFull(i.flate, plain); err != nil {
		return nil, time.Time{}, fmt.Errorf("inflate: %w", err)
	}
	return plain, expires, nil
}
