package tty

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/screen"
)

// An outer watches the TCP connection of the ssh server that a multiplexer writes to, by NETLINK_SOCK_DIAG, as
// ss does. Any user may read it. Which connection it is, the environment of tmux' client says: the one that
// is attached now, not the one in which tmux was once started.
type outer struct {
	env func(string) string

	mu      sync.Mutex
	fd      int    // less than 0: none
	buf     []byte // of inquire
	ends    [2]netip.AddrPort
	known   bool
	number  int           // counts the connections
	total   int           // bytes written to the connection
	moved   time.Duration // when they last became more
	looking bool          // for the connection, in a goroutine
	looked  time.Duration // when it was last looked for; now tells the time
	now     func() time.Duration
	guard   func()
}

// lookEach is how often to look for the connection while none is known, or while nothing is written to the one that is:
// another client may be attached, and the connection of the one before can outlive it by minutes. lookLimit is how long
// that may take.
const (
	lookEach  = 3 * time.Second
	lookLimit = time.Second
)

// newOuter returns what watches the connection behind a multiplexer or of this session, or nil if there is neither.
func newOuter(env func(string) string, now func() time.Duration, guard func()) *outer {
	if !between(env) && env("SSH_CONNECTION") == "" {
		return nil
	}
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, unix.NETLINK_SOCK_DIAG)
	if err != nil {
		return nil
	}
	if err := unix.Connect(fd, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil { // to the kernel
		_ = unix.Close(fd)
		return nil
	}
	return &outer{env: env, fd: fd, buf: make([]byte, diagMost), now: now, guard: guard, looked: -lookEach}
}

// Close ends the watching.
func (o *outer) Close() {
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	_ = unix.Close(o.fd)
	o.fd, o.known = -1, false
}

// Connection returns the state of the connection. It reports false while none is known, as where the multiplexer
// shows on this machine's own screen.
func (o *outer) Connection() (screen.Connection, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.fd < 0 {
		return screen.Connection{}, false
	}
	now := o.now()
	if o.known {
		c, err := inquire(o.fd, o.buf, o.ends)
		if err == nil {
			if total := c.Acked + c.Queued; total != o.total {
				o.total, o.moved = total, now
			}
			if now-o.moved >= lookEach {
				o.lookAgain(now)
			}
			c.Number = o.number
			return c, true
		}
		o.known = false // it has ended: perhaps another client is attached
	}
	o.lookAgain(now)
	return screen.Connection{}, false
}

// lookAgain looks for the connection in a goroutine, but not more often than each lookEach. mu is held.
func (o *outer) lookAgain(now time.Duration) {
	if !o.looking && now-o.looked >= lookEach {
		o.looking, o.looked = true, now
		go o.look()
	}
}

// look looks for the connection.
func (o *outer) look() {
	defer o.guard()
	ends, ok := parseSSH(o.clientEnv())
	o.mu.Lock()
	defer o.mu.Unlock()
	if ends != o.ends {
		o.number++
	}
	o.ends, o.known, o.looking = ends, ok, false
}

// clientEnv returns SSH_CONNECTION as the multiplexer's client has it, or as this process has it where that is
// unknown.
func (o *outer) clientEnv() string {
	if o.env("TMUX") == "" {
		return o.env("SSH_CONNECTION")
	}
	ctx, cancel := context.WithTimeout(context.Background(), lookLimit)
	defer cancel()
	ask := exec.CommandContext(ctx, "tmux", "display-message", "-p", "#{client_pid}")
	ask.WaitDelay = lookLimit // a child of it may keep the pipe open
	out, err := ask.Output()
	if err != nil {
		return ""
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil {
		return ""
	}
	environ, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "environ"))
	if err != nil {
		return ""
	}
	for entry := range bytes.SplitSeq(environ, []byte{0}) {
		if value, ok := bytes.CutPrefix(entry, []byte("SSH_CONNECTION=")); ok {
			return string(value)
		}
	}
	return ""
}

// parseSSH returns this end and the other one of a connection, as SSH_CONNECTION has them: address and port of
// the client, then of the server.
func parseSSH(s string) (ends [2]netip.AddrPort, ok bool) {
	f := strings.Fields(s)
	if len(f) != 4 {
		return ends, false
	}
	for i := range 2 {
		addr, err := netip.ParseAddr(f[2*i])
		port, errPort := strconv.ParseUint(f[2*i+1], 10, 16)
		if err != nil || errPort != nil {
			return ends, false
		}
		ends[1-i] = netip.AddrPortFrom(addr.Unmap().WithZone(""), uint16(port))
	}
	return ends, ends[0].Addr().Is4() == ends[1].Addr().Is4()
}

// Sizes and offsets of the messages of NETLINK_SOCK_DIAG, from linux/inet_diag.h and linux/tcp.h. Ports and
// addresses are in the network's byte order, everything else is in the machine's.
const (
	diagRequest = 16 + 56 // struct nlmsghdr, struct inet_diag_req_v2
	diagID      = 8       // of struct inet_diag_sockid in the request
	diagAnswer  = 72      // struct inet_diag_msg
	diagMost    = 1024    // of an answer
	diagQueued  = 60      // idiag_wqueue: bytes written that are not acknowledged
	diagInfo    = 2       // INET_DIAG_INFO, the attribute that holds struct tcp_info
	infoNews    = 56      // tcpi_last_ack_recv, in ms
	infoAcked   = 120     // tcpi_bytes_acked
	infoLeast   = 148     // tcpi_min_rtt, in µs
)

// errAnswer is the error of an answer that is none to the request.
var errAnswer = errors.New("no answer about the connection")

// inquire asks the kernel about a connection: this end, and the other one. It is asked about each frame, so nothing is
// allocated, and no call waits: the answer is there when the request is sent.
func inquire(fd int, buf []byte, ends [2]netip.AddrPort) (c screen.Connection, err error) {
	native, network := binary.NativeEndian, binary.BigEndian
	req := buf[:diagRequest]
	clear(req)
	native.PutUint32(req, diagRequest)
	native.PutUint16(req[4:], unix.SOCK_DIAG_BY_FAMILY)
	native.PutUint16(req[6:], unix.NLM_F_REQUEST)
	body := req[16:]
	body[0], body[1], body[2] = unix.AF_INET6, unix.IPPROTO_TCP, 1<<(diagInfo-1)
	if ends[0].Addr().Is4() {
		body[0] = unix.AF_INET
	}
	native.PutUint32(body[4:], ^uint32(0)) // in any state
	id := body[diagID:]
	for i, end := range ends {
		network.PutUint16(id[2*i:], end.Port())
		if addr := end.Addr(); addr.Is4() {
			a := addr.As4()
			copy(id[4+16*i:], a[:])
		} else {
			a := addr.As16()
			copy(id[4+16*i:], a[:])
		}
	}
	native.PutUint64(id[40:], ^uint64(0)) // INET_DIAG_NOCOOKIE

	if _, err := rawCall(unix.SYS_WRITE, fd, req); err != nil {
		return c, err
	}
	n, err := rawCall(unix.SYS_READ, fd, buf)
	if err != nil {
		return c, err
	}
	return parseConnection(buf[:n])
}

// rawCall reads or writes a file whose calls never wait.
func rawCall(call uintptr, fd int, p []byte) (int, error) {
	n, _, errno := unix.RawSyscall(call, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// parseConnection reads the kernel's answer.
func parseConnection(b []byte) (c screen.Connection, err error) {
	native := binary.NativeEndian
	if len(b) < 16+diagAnswer || native.Uint16(b[4:]) != unix.SOCK_DIAG_BY_FAMILY {
		return c, errAnswer
	}
	b = b[16:]
	c.Queued = int(native.Uint32(b[diagQueued:]))
	for b = b[diagAnswer:]; len(b) >= 4; {
		size, kind := int(native.Uint16(b)), native.Uint16(b[2:])
		if size < 4 || size > len(b) {
			break
		}
		if info := b[4:size]; kind == diagInfo && len(info) >= infoLeast+4 {
			c.Acked = int(native.Uint64(info[infoAcked:]))
			c.Least = time.Duration(native.Uint32(info[infoLeast:])) * time.Microsecond
			c.Idle = time.Duration(native.Uint32(info[infoNews:])) * time.Millisecond
			return c, nil
		}
		b = b[min((size+3)&^3, len(b)):]
	}
	return c, errAnswer
}
