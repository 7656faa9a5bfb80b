package stream

import (
	"container/heap"
	"time"
)

// schedule is the held streams, the next one due first.
type schedule []*Stream

func (q schedule) Len() int           { return len(q) }
func (q schedule) Less(i, j int) bool { return q[i].at.Before(q[j].at) }

func (q schedule) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}

// Push and Pop are for container/heap alone.
func (q *schedule) Push(x any) {
	s := x.(*Stream)
	s.index = len(*q)
	*q = append(*q, s)
}

// Pop removes the last one.
func (q *schedule) Pop() any {
	list := *q
	s := list[len(list)-1]
	list[len(list)-1] = nil
	s.index = -1
	*q = list[:len(list)-1]
	return s
}

// settle computes when the stream is next due: for a beat, its end or a new
// decision.
func (s *Stream) settle() {
	s.at = s.beatAt
	if s.endAt.Before(s.at) {
		s.at = s.endAt
	}
	if !s.againAt.IsZero() && s.againAt.Before(s.at) {
		s.at = s.againAt
	}
}

func (h *Hub) add(s *Stream, now time.Time) {
	s.settle()
	heap.Push(&h.schedule, s)
	h.setAlarm(now)
}

// remove takes a stream out of the schedule; the task it has now is its last.
func (h *Hub) remove(s *Stream) {
	if s.index >= 0 {
		heap.Remove(&h.schedule, s.index)
	}
}

// again sets when a stream decides anew without being told.
func (h *Hub) again(s *Stream, after time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	s.againAt = time.Time{}
	if after > 0 {
		s.againAt = now.Add(after)
	}
	if s.index >= 0 {
		s.settle()
		heap.Fix(&h.schedule, s.index)
		h.setAlarm(now)
	}
}

// ring wakes the streams that are due.
func (h *Hub) ring() {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	h.alarmAt = time.Time{}
	for len(h.schedule) > 0 && !h.schedule[0].at.After(now) {
		s := h.schedule[0]
		if !now.Before(s.endAt) {
			h.wake(s, end)
			continue
		}
		if !s.againAt.IsZero() && !now.Before(s.againAt) {
			s.againAt = time.Time{}
			h.wake(s, decide)
		}
		if !now.Before(s.beatAt) {
			s.beatAt = now.Add(h.config.Beat)
			h.wake(s, beat)
		}
		s.settle()
		heap.Fix(&h.schedule, s.index)
	}
	h.setAlarm(now)
}

// setAlarm sets the alarm for the first stream due, but at most twenty times a
// beat: waking many at once costs less.
func (h *Hub) setAlarm(now time.Time) {
	if len(h.schedule) == 0 {
		return
	}
	at := h.schedule[0].at
	if least := now.Add(h.config.Beat / 20); at.Before(least) {
		at = least
	}
	if !h.alarmAt.IsZero() && !at.Before(h.alarmAt) {
		return // it rings before that
	}
	h.alarmAt = at
	if h.alarm == nil {
		h.alarm = time.AfterFunc(at.Sub(now), h.ring)
		return
	}
	h.alarm.Reset(at.Sub(now))
}
