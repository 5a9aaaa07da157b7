package main

import (
	"container/heap"
	"errors"
	"fmt"
	"syscall"
	"time"
	"unsafe"
)

// A crowd is all clients. One goroutine runs them all, and asks Linux which of them the server has sent something: a
// goroutine for each would cost this machine, which the server shares, twice as much.
type crowd struct {
	slots   int // a second in which a client sends, always with a ping; 0: it sends what it has at once
	clients []*client
	alarms  alarms
	epoll   int
	ready   [128]syscall.EpollEvent
	buf     [64 << 10]byte
	origin  time.Time
	ending  bool // the server was told to end: then clients lose it
}

func newCrowd(slots int) (*crowd, error) {
	epoll, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	return &crowd{epoll: epoll, slots: slots, origin: time.Now()}, err
}

// now returns the time since the crowd began.
func (w *crowd) now() time.Duration { return time.Since(w.origin) }

// add adds a client whose line is open.
func (w *crowd) add(c *client) error {
	tcp, ok := c.line.conn.(interface {
		SyscallConn() (syscall.RawConn, error)
	})
	if !ok {
		return errors.New("not a connection of this system")
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return err
	}
	if err := raw.Control(func(fd uintptr) { c.fd, err = syscall.Dup(int(fd)) }); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	c.line.conn.Close() // Go's runtime would watch it too
	if err := syscall.SetNonblock(c.fd, true); err != nil {
		return err
	}
	event := syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(len(w.clients))}
	w.clients = append(w.clients, c)
	c.since = w.now()
	if w.slots > 0 {
		heap.Push(&w.alarms, alarm{w.now() + w.slotPause(), c, true})
	}
	if c.pause != never {
		heap.Push(&w.alarms, alarm{w.now() + c.pause, c, false})
	}
	if err := syscall.EpollCtl(w.epoll, syscall.EPOLL_CTL_ADD, c.fd, &event); err != nil {
		return err
	}
	w.take(c, w.now()) // what came with the handshake
	return nil
}

// hangUp ends all lines.
func (w *crowd) hangUp() {
	for _, c := range w.clients {
		if !c.gone {
			syscall.Close(c.fd)
		}
	}
	w.clients, w.alarms = nil, nil
}

// close ends the crowd.
func (w *crowd) close() {
	w.hangUp()
	syscall.Close(w.epoll)
}

// run runs the clients for a time.
func (w *crowd) run(d time.Duration) error {
	end := w.now() + d
	return w.until(func() bool { return w.now() >= end })
}

// wait runs the clients until something is so, or a time is over.
func (w *crowd) wait(d time.Duration, so func() bool) error {
	end := w.now() + d
	return w.until(func() bool { return so() || w.now() >= end })
}

// askEvery is the longest time between two looks at whether something is so.
const askEvery = 5 * time.Millisecond

// until runs the clients until something is so.
func (w *crowd) until(so func() bool) error {
	for !so() {
		w.ring(w.now())
		wait := askEvery
		if len(w.alarms) > 0 {
			wait = min(wait, w.alarms[0].at-w.now())
		}
		n, err := await(w.epoll, w.ready[:], int(max(0, (wait+time.Millisecond-1)/time.Millisecond)))
		if err != nil && err != syscall.EINTR {
			return fmt.Errorf("wait for the server: %w", err)
		}
		for i := range max(n, 0) {
			w.read(w.clients[w.ready[i].Fd])
		}
	}
	return nil
}

// None of the calls below takes longer than askEvery, and so Go need not know of them: around others that may last it looks each 20 µs whether they
// do, which took a sixth of the clients' time.

// await waits for what the server sends, for a number of milliseconds at most, and returns how many of the clients there is something for.
func await(epoll int, ready []syscall.EpollEvent, ms int) (n int, err error) {
	return called(syscall.RawSyscall6(syscall.SYS_EPOLL_PWAIT, uintptr(epoll), uintptr(unsafe.Pointer(unsafe.SliceData(ready))), uintptr(len(ready)), uintptr(ms), 0, 0))
}

// read reads what has come.
func read(fd int, buf []byte) (n int, err error) {
	return called(syscall.RawSyscall(syscall.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(buf))), uintptr(len(buf))))
}

// write writes what there is room for.
func write(fd int, data []byte) (n int, err error) {
	return called(syscall.RawSyscall(syscall.SYS_WRITE, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(data))), uintptr(len(data))))
}

// called returns what a system call has returned.
func called(r, _ uintptr, errno syscall.Errno) (n int, err error) {
	if errno != 0 {
		return -1, errno
	}
	return int(r), nil
}

// slotPause returns the time between two moments in which a client sends.
func (w *crowd) slotPause() time.Duration { return time.Second / time.Duration(max(w.slots, 1)) }

// mostLate is how late a client may do something without leaving out what was to be done next.
const mostLate = 100 * time.Millisecond

// ring does what clients have to do by now.
func (w *crowd) ring(now time.Duration) {
	for len(w.alarms) > 0 && w.alarms[0].at <= now {
		a := &w.alarms[0]
		next := w.slotPause()
		if a.slot {
			w.send(a.c, a.c.line.ping())
			w.flush(a.c)
		} else {
			a.c.act(w, now)
			next = a.c.pause
		}
		if next == never || a.c.gone {
			heap.Pop(&w.alarms)
			continue
		}
		if a.at += next; a.at < now-mostLate {
			a.at = now // this machine was busy: nobody presses in a burst what they have not pressed meanwhile
		}
		heap.Fix(&w.alarms, 0)
	}
}

// read takes what the server has sent a client.
func (w *crowd) read(c *client) {
	n, err := read(c.fd, w.buf[:])
	if n <= 0 {
		if err == syscall.EAGAIN || err == syscall.EINTR {
			return
		}
		w.lose(c, fmt.Errorf("the server has hung up (%v)", err))
		return
	}
	l := c.line
	l.received = append(append(l.received[:0], l.received[l.taken:]...), w.buf[:n]...)
	l.taken = 0
	w.take(c, w.now())
}

// take takes the packets that a client has received.
func (w *crowd) take(c *client, now time.Duration) {
	for {
		kind, body, ok, err := c.line.next()
		if err != nil {
			w.lose(c, err)
		}
		if err != nil || !ok {
			return
		}
		switch kind {
		case msgData:
			if len(body) < 4 {
				continue
			}
			if data, _, ok := cut(body[4:]); ok {
				c.shown(w, data, now)
			}
		case msgPong:
			c.pongs++
		case msgGlobal: // whether we are there
			if name, rest, ok := cut(body); ok && len(name) > 0 && len(rest) > 0 && rest[0] != 0 {
				w.send(c, c.line.seal(c.line.begin(msgGlobalFailed)))
			}
		case msgDisconnect, msgEOF, msgClose:
			w.lose(c, fmt.Errorf("the server has ended the session after %v, by message %d, after %q", now.Round(time.Millisecond), kind, c.last))
			return
		}
	}
}

// send sends a packet, or keeps it for the client's next slot.
func (w *crowd) send(c *client, packet []byte) {
	c.out = append(c.out, packet...)
	if w.slots == 0 {
		w.flush(c)
	}
}

// flush sends what a client has to send. A server that takes no more is as good as gone.
func (w *crowd) flush(c *client) {
	if c.gone {
		return
	}
	if c.asking {
		if c.asking, c.pressed = false, w.now(); c.screen != nil {
			c.row = c.paddleRow()
		}
	}
	if n, err := write(c.fd, c.out); n < len(c.out) {
		w.lose(c, fmt.Errorf("the server takes no more (%v)", err))
	}
	c.out = c.out[:0]
}

// lose ends a client's line, and notes why, unless that was to come.
func (w *crowd) lose(c *client, why error) {
	if c.gone {
		return
	}
	if c.gone = true; !w.ending {
		c.err = why
	}
	syscall.Close(c.fd)
}

// An alarm is when a client has to do something: to press a key, or to send what it has.
type alarm struct {
	at   time.Duration
	c    *client
	slot bool
}

// never is a time that never comes.
const never time.Duration = 1<<63 - 1

// alarms are a heap, the earliest first.
type alarms []alarm

func (a alarms) Len() int           { return len(a) }
func (a alarms) Less(i, k int) bool { return a[i].at < a[k].at }
func (a alarms) Swap(i, k int)      { a[i], a[k] = a[k], a[i] }
func (a *alarms) Push(x any)        { *a = append(*a, x.(alarm)) }
func (a *alarms) Pop() any {
	last := len(*a) - 1
	x := (*a)[last]
	*a = (*a)[:last]
	return x
}
