package shop

import (
	"cmp"
	"net/http"

	"payapp/sandbox/internal/store"
)

// maxCallback is far more than any callback needs, in bytes.
const maxCallback = 64 << 10

// keptCallback is how much the shop keeps of a callback, in bytes: anybody can
// send one.
const keptCallback = 2 << 10

// receiveCallback is the shop's callbackUrl. It stores the callback, and the
// payment is read only when somebody looks: a callback says nothing except
// which payment changed. Unknown parameters are stored and ignored.
func (s *Shop) receiveCallback(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxCallback)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "the callback can't be read", http.StatusBadRequest)
		return
	}
	id := cmp.Or(r.Form.Get("idPayin"), r.Form.Get("idPayout"))
	if id == "" || len(id) > 128 {
		http.Error(w, "no idPayin", http.StatusBadRequest)
		return
	}
	text := store.Redacted([]byte(r.Method+" "+r.URL.RequestURI()+" · "+r.PostForm.Encode()), keptCallback, s.Store.Known())
	received := store.Received{At: s.Clock.Now(), Text: text}
	if err := s.Store.AddReceived(r.Context(), id, received); err != nil {
		http.Error(w, "not kept", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
