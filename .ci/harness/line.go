package harness

import (
	"sync"
	"time"
)

// A Line simulates one direction of a network link: a queue, a bottleneck with a limited rate, and a delay.
type Line struct {
	rate     int // bytes per second; 0 means unlimited
	delay    time.Duration
	capacity int // maximum bytes that wait in front of the bottleneck; 0 means unlimited
	deliver  func(p []byte)

	mu      sync.Mutex
	changed *sync.Cond
	queue   []parcel  // parcels that have not arrived
	waiting int       // bytes that have not passed the bottleneck
	freeAt  time.Time // when the bottleneck will be free
	closed  bool
}

// A parcel is a piece of data that is in flight.
type parcel struct {
	data      []byte
	leavesAt  time.Time // when the parcel has passed the bottleneck
	arrivesAt time.Time
	passed    bool // the parcel has passed the bottleneck and is not counted in Line.waiting
}

// NewLine returns a line that calls deliver, from one goroutine, with the data that arrives. A rate or a capacity of 0
// means unlimited.
func NewLine(rate int, delay time.Duration, capacity int, deliver func(p []byte)) *Line {
	l := &Line{rate: rate, delay: delay, capacity: capacity, deliver: deliver}
	l.changed = sync.NewCond(&l.mu)
	go l.run()
	return l
}

// packetSize is the maximum number of bytes that pass the bottleneck together.
const packetSize = 256

// Write sends p without copying it. It waits while the queue is full.
func (l *Line) Write(p []byte) {
	size := packetSize
	if l.rate == 0 {
		size = len(p)
	}
	for len(p) > 0 {
		n := min(len(p), size)
		l.put(p[:n], true)
		p = p[n:]
	}
}

// SendPacket sends p as one packet, or drops it if the queue is full.
func (l *Line) SendPacket(p []byte) { l.put(p, false) }

// put appends a parcel to the queue. If the queue is full, put waits if wait is true, and otherwise drops the parcel.
func (l *Line) put(p []byte, wait bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.capacity > 0 && l.waiting+len(p) > l.capacity && !l.closed {
		if !wait {
			return
		}
		l.changed.Wait()
	}
	if now := time.Now(); l.freeAt.Before(now) {
		l.freeAt = now
	}
	if l.rate > 0 {
		l.freeAt = l.freeAt.Add(time.Duration(len(p)) * time.Second / time.Duration(l.rate))
	}
	l.waiting += len(p)
	l.queue = append(l.queue, parcel{data: p, leavesAt: l.freeAt, arrivesAt: l.freeAt.Add(l.delay)})
	l.changed.Broadcast()
}

// run delivers parcels until the line is closed.
func (l *Line) run() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for !l.closed {
		next := l.advance(time.Now())
		l.changed.Broadcast()
		if next.IsZero() {
			l.changed.Wait()
			continue
		}
		l.mu.Unlock()
		time.Sleep(max(time.Until(next), 100*time.Microsecond))
		l.mu.Lock()
	}
}

// advance delivers the parcels that have arrived, and subtracts those that have passed the bottleneck from waiting. It
// returns the time of the next such event, or the zero time if the queue is empty.
func (l *Line) advance(now time.Time) (next time.Time) {
	for len(l.queue) > 0 && !l.queue[0].arrivesAt.After(now) {
		first := l.queue[0]
		l.queue = l.queue[1:]
		if !first.passed {
			l.waiting -= len(first.data)
		}
		l.mu.Unlock()
		l.deliver(first.data)
		l.mu.Lock()
	}
	if len(l.queue) == 0 {
		return time.Time{}
	}
	next = l.queue[0].arrivesAt
	for i := range l.queue {
		q := &l.queue[i]
		if q.leavesAt.After(now) {
			if q.leavesAt.Before(next) {
				next = q.leavesAt
			}
			break
		}
		if !q.passed {
			q.passed = true
			l.waiting -= len(q.data)
		}
	}
	return next
}

// Close ends the line. Data in flight is lost.
func (l *Line) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.changed.Broadcast()
}
