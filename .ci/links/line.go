package main

import (
	"sync"
	"time"
)

// A line passes on what is written to it at a rate and after a delay. While its room is full, Write waits.
type line struct {
	rate  int // bytes a second; 0: any
	delay time.Duration
	room  int // bytes; 0: any
	to    func(p []byte)

	mu     sync.Mutex
	more   *sync.Cond
	queue  []parcel // those that wait, and those that travel
	held   int      // bytes that wait
	free   time.Time
	closed bool
}

// A parcel is what was written at once: when it will have passed the narrow place, and when it arrives.
type parcel struct {
	p        []byte
	passed   time.Time
	arrives  time.Time
	departed bool
}

func newLine(rate int, delay time.Duration, room int, to func(p []byte)) *line {
	l := &line{rate: rate, delay: delay, room: room, to: to}
	l.more = sync.NewCond(&l.mu)
	go l.run()
	return l
}

// piece is as much as passes the narrow place at once: a small packet.
const piece = 256

// Write takes p, which is not copied.
func (l *line) Write(p []byte) {
	for len(p) > 0 {
		n := min(len(p), piece)
		if l.rate == 0 {
			n = len(p)
		}
		l.put(p[:n])
		p = p[n:]
	}
}

// Packet takes p at once, or drops it if there is no room. It reports whether it has taken it.
func (l *line) Packet(p []byte) bool {
	l.mu.Lock()
	full := l.room > 0 && l.held+len(p) > l.room
	l.mu.Unlock()
	if !full {
		l.put(p)
	}
	return !full
}

func (l *line) put(p []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.room > 0 && l.held+len(p) > l.room && !l.closed {
		l.more.Wait()
	}
	now := time.Now()
	if l.free.Before(now) {
		l.free = now
	}
	if l.rate > 0 {
		l.free = l.free.Add(time.Duration(len(p)) * time.Second / time.Duration(l.rate))
	}
	l.held += len(p)
	l.queue = append(l.queue, parcel{p: p, passed: l.free, arrives: l.free.Add(l.delay)})
	l.more.Broadcast()
}

// run passes on what has arrived, and makes room for what has passed the narrow place.
func (l *line) run() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for !l.closed {
		now := time.Now()
		wake := now.Add(time.Hour)
		for i := range l.queue {
			q := &l.queue[i]
			if q.departed {
				continue
			}
			if q.passed.After(now) {
				wake = q.passed
				break
			}
			q.departed = true
			l.held -= len(q.p)
		}
		for len(l.queue) > 0 && !l.queue[0].arrives.After(now) {
			q := l.queue[0]
			l.queue = l.queue[1:]
			l.mu.Unlock()
			l.to(q.p)
			l.mu.Lock()
		}
		if len(l.queue) == 0 {
			l.more.Broadcast()
			l.more.Wait()
			continue
		}
		if at := l.queue[0].arrives; at.Before(wake) {
			wake = at
		}
		l.more.Broadcast()
		l.mu.Unlock()
		time.Sleep(max(time.Until(wake), 100*time.Microsecond))
		l.mu.Lock()
	}
}

// Close ends the passing on.
func (l *line) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.more.Broadcast()
}
