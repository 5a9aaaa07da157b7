package load

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/ci/arcadeclient"
	"arkterm/ci/harness"
	"arkterm/render/ansi"
)

// A clientKind defines how clients of one kind connect, which keys they type, and how their latency is measured.
type clientKind struct {
	name    string        // a verb phrase for reports, such as "play"
	command string        // command of the session; "" for the game
	path    []step        // steps to the screen on which the client is measured
	keys    []string      // keys typed on that screen
	repeat  int           // number of times that each key is typed; 0 for clients that type no keys
	pause   time.Duration // time between keys

	// answered reports whether the output since a key contains the answer to the key. If it is nil, answers are not
	// measured.
	answered       func(c *client) bool
	mayMissAnswers bool // a key may have no answer, for example after the end of a match
	guest          bool // connects without an SSH key, so the server stores no files
	animated       bool // a game in progress is animated, so a still screen is a dialog
}

// A step is a key that the client types when a text is on the screen.
type step struct{ text, key string }

// serve is a mouse click at the bottom of the field. It serves the ball, like the space bar. In a dialog, the click
// only selects the last button.
const serve = "\x1b[<0;30;24M\x1b[<0;30;24m"

var (
	// On a first visit, the game asks for the glyphs and the difficulty.
	firstVisit = []step{{"G L Y P H S", "\r"}, {"Quit", "\r"}, {"D I F F I C U L T Y", "\r"}, {"LIVES", " "}}
	toMenu     = append(firstVisit[:3:3], step{"LIVES", "p"}, step{"P A U S E D", ""})

	// The server sends a guest who watches an unknown player to the lobby. The first button in the lobby starts a
	// match.
	toMatch = []step{{"A R C A D E", "\r"}, {"FIRST TO", " "}}
)

// Kinds of clients.
var (
	player = &clientKind{
		name: "play", path: firstVisit, keys: []string{"\x1b[D", "\x1b[C", serve}, repeat: 20,
		pause: time.Second / 30, animated: true,
	}
	menu = &clientKind{
		name: "are in a menu", path: toMenu, keys: []string{"\x1b[B", "\x1b[A"}, repeat: 1,
		pause: time.Second / 5, answered: func(*client) bool { return true },
	}
	watcher = &clientKind{name: "watch", command: "watch", guest: true}
	opener  = &clientKind{
		name: "play a match", command: "watch nobody", guest: true, path: toMatch, keys: []string{"\x1b[D", "\x1b[C"},
		repeat: 1, pause: time.Second / 2,
		answered: func(c *client) bool { return c.paddleRow() != c.rowBefore }, mayMissAnswers: true,
	}
	joiner = &clientKind{
		name: "are their opponents", command: "watch nobody", guest: true, path: toMatch, keys: player.keys,
		repeat: 20, pause: time.Second / 30, animated: true,
	}

	clientKinds = []*clientKind{player, menu, opener, joiner, watcher} // in the order in which the report lists them
)

// Times of a client.
const (
	lookPause = 100 * time.Millisecond // time between two searches for a text
	maxLook   = time.Minute            // maximum wait for a text

	// retryAfter is the time after which a key is typed again if the screen has not changed. A new screen ignores keys
	// at first.
	retryAfter = 3 * time.Second

	minReact  = 500 * time.Millisecond // minimum time from a text to the key press that responds to it
	maxReact  = 700 * time.Millisecond // maximum time from a text to the key press that responds to it
	maxAnswer = 5 * time.Second        // maximum wait for the answer to a key
	// time without output after which an animated client presses a dialog's first button
	maxStill = time.Second
	minGap   = 5 * time.Millisecond   // minimum time between two frames; output after a shorter time is the same frame
	maxLate  = 100 * time.Millisecond // delay of a key after which the client skips the keys that it has missed
)

// A client plays, stays in a menu, or watches. One of its goroutines reads, and another types.
type client struct {
	*clientKind
	ssh    *sshConn
	random *rand.Rand
	begun  time.Time
	pings  int // pings per second; keys are sent together with the next ping, like OpenSSH

	mu         sync.Mutex
	screen     *ansi.Emulator // nil if the client does not need the contents of its screen
	queries    harness.Queries
	step       int             // index in path, then len(path) plus the number of keys typed
	reacting   bool            // the text of the step is on the screen
	stepStart  time.Time       // start of the reaction, or time of the last key
	lastOutput time.Time       // time of the last output
	out        []byte          // packets to send with the next ping
	deadline   time.Time       // deadline of writes
	keyQueued  bool            // out contains a key whose answer is measured
	pressed    time.Time       // when the key without an answer was sent; zero if there is none
	rowBefore  string          // text of the row of the paddle when the key was sent
	missed     bool            // the previous key was not answered
	bytes      int             // bytes of output in the measurement
	pongs      int             // replies to pings in the measurement
	answers    []time.Duration // times until answers in the measurement
	gaps       []time.Duration // times between two frames in the measurement, for animated clients
	err        error           // why the connection has ended; nil if it may end
	gone       bool            // the connection has ended
	mayBeGone  bool            // the end of the connection is not an error
}

// newClient connects a client. It retries, because the server admits only 50 connections per second.
func newClient(w *crowd, k *clientKind, number int) (*client, error) {
	s, localIP := w.server, net.IPv4(127, byte(2+number>>8), byte(number), 1) // all of 127/8 is local
	if w.sameAddress {
		localIP = net.IPv4(127, 2, 0, 1)
	}
	var key ssh.Signer
	if !k.guest {
		key = arcadeclient.Key(fmt.Sprint("client ", number))
	}
	l, err := dialSSH(localIP, s.SSH, k.command, key, *cols, *rows)
	for try := 0; err != nil && try < 100; try++ {
		time.Sleep(100 * time.Millisecond)
		l, err = dialSSH(localIP, s.SSH, k.command, key, *cols, *rows)
	}
	if err != nil {
		return nil, fmt.Errorf("connect client %d (kind: %s): %w", number+1, k.name, err)
	}
	now := time.Now()
	c := &client{
		clientKind: k, ssh: l, random: rand.New(rand.NewPCG(uint64(number), 1)), begun: now, stepStart: now,
		lastOutput: now, pings: w.pings,
	}
	if len(k.path) > 0 {
		c.screen = ansi.NewEmulator(*cols, *rows)
	}
	go c.read()
	if len(k.path) > 0 || w.pings > 0 {
		go c.typeKeys()
	}
	return c, nil
}

// arrived reports whether the client has reached the screen on which it is measured. It is also true if the client is
// gone, so that the caller does not wait for it.
func (c *client) arrived() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.gone || c.step >= len(c.path)
}

// paddleRow returns the text in the left half of the row with the paddle.
func (c *client) paddleRow() string { return c.screen.Text(0, c.screen.H-2, *cols/2) }

// typeKeys types keys and sends pings at regular intervals, until the client is gone.
func (c *client) typeKeys() {
	now := time.Now()
	nextKey, nextPing := now, now
	for {
		c.mu.Lock()
		if c.gone {
			c.mu.Unlock()
			return
		}
		now = time.Now()
		if !nextKey.After(now) {
			nextKey = nextTime(nextKey, c.typeNextKey(now), now)
		}
		if c.pings > 0 && !nextPing.After(now) {
			c.out = append(c.out, c.ssh.seal(ping)...)
			c.flush(now)
			nextPing = nextTime(nextPing, time.Second/time.Duration(c.pings), now)
		}
		c.mu.Unlock()
		wake := nextKey
		if c.pings > 0 {
			wake = nextPing // keys are sent with the next ping anyway
		}
		time.Sleep(time.Until(wake))
	}
}

// nextTime returns the time of the next key or ping. If that is more than maxLate in the past, because the machine was
// busy, nextTime skips the missed keys or pings and returns now.
func nextTime(last time.Time, pause time.Duration, now time.Time) time.Time {
	if t := last.Add(pause); t.After(now.Add(-maxLate)) {
		return t
	}
	return now
}

// typeNextKey types the next key if it is due, and returns the pause until the next call.
func (c *client) typeNextKey(now time.Time) time.Duration {
	if c.step < len(c.path) {
		return c.followPath(now)
	}
	if c.repeat == 0 {
		return time.Hour
	}
	if c.animated && now.Sub(c.lastOutput) > maxStill {
		c.send("1\r", now)
		return maxStill
	}
	waiting := !c.pressed.IsZero()
	switch {
	case c.keyQueued, waiting && now.Sub(c.pressed) < maxAnswer:
		return c.pause
	case waiting && c.missed && !c.mayMissAnswers:
		// One missing answer is allowed, because a busy server may handle two opposite keys together.
		c.disconnect(errors.New("two keys in a row were not answered"))
		return c.pause
	case waiting:
		c.missed, c.pressed = true, time.Time{}
	}
	c.keyQueued = c.answered != nil
	c.send(c.keys[(c.step-len(c.path))/c.repeat%len(c.keys)], now)
	c.step++
	return c.pause
}

// followPath types the key of the last step whose text is on the screen, after a reaction time. It returns the pause
// until the next call.
func (c *client) followPath(now time.Time) time.Duration {
	at := len(c.path) - 1
	for at >= 0 && !c.screen.Contains(c.path[at].text) {
		at--
	}
	switch {
	case at >= c.step && !c.reacting, at >= 0 && at == c.step-1 && now.Sub(c.stepStart) > retryAfter:
		c.step, c.reacting, c.stepStart = at, true, now
		return minReact + time.Duration(c.random.Int64N(int64(maxReact-minReact)))
	case at >= c.step:
		c.send(c.path[at].key, now)
		c.step, c.reacting, c.stepStart = at+1, false, now
		if c.step == len(c.path) && c.clientKind != opener {
			c.screen = nil
		}
	case now.Sub(c.stepStart) > maxLook:
		c.disconnect(fmt.Errorf("%q is not on the screen after %v", c.path[c.step].text, maxLook))
	}
	return lookPause
}

// send types keys immediately, or with the next ping if the client sends pings.
func (c *client) send(keys string, now time.Time) {
	if keys == "" {
		return
	}
	c.out = append(c.out, c.ssh.seal(c.ssh.keysPayload(keys))...)
	if c.pings == 0 {
		c.flush(now)
	}
}

// flush sends the packets in out.
func (c *client) flush(now time.Time) {
	if c.keyQueued {
		c.keyQueued, c.pressed = false, now
		if c.screen != nil {
			c.rowBefore = c.paddleRow()
		}
	}
	if len(c.out) == 0 || c.gone {
		return
	}
	// The deadline is not set for each write, because setting it costs as much as a short write.
	if now.Sub(c.deadline) > -maxAnswer {
		c.deadline = now.Add(2 * maxAnswer)
		_ = c.ssh.conn.SetWriteDeadline(c.deadline)
	}
	if _, err := c.ssh.conn.Write(c.out); err != nil {
		c.disconnect(fmt.Errorf("write to the server: %w", err))
	}
	c.out = c.out[:0]
}

// read handles packets until the connection ends.
func (c *client) read() {
	for {
		payload, err := c.ssh.receive()
		c.mu.Lock()
		if err == nil {
			err = c.handlePacket(payload, time.Now())
		}
		if err != nil {
			c.disconnect(err)
		}
		gone := c.gone
		c.mu.Unlock()
		if gone {
			return
		}
	}
}

// handlePacket handles a packet.
func (c *client) handlePacket(payload []byte, now time.Time) error {
	switch payload[0] {
	case msgData:
		if len(payload) >= 9 {
			c.handleOutput(payload[9:], now)
		}
	case msgPong:
		c.pongs++
	case msgGlobal: // a keepalive
		if n := 5 + int(binary.BigEndian.Uint32(payload[1:5])); len(payload) > n && payload[n] != 0 {
			c.out = append(c.out, c.ssh.seal(globalFailed)...)
			if c.pings == 0 {
				c.flush(now)
			}
		}
	case msgDisconnect, msgEOF, msgClose:
		return fmt.Errorf("the server ended the session after %v with an SSH message of type %d",
			now.Sub(c.begun).Round(time.Millisecond), payload[0])
	}
	return nil
}

// handleOutput handles output and replies to queries in it.
func (c *client) handleOutput(data []byte, now time.Time) {
	c.bytes += len(data)
	if gap := now.Sub(c.lastOutput); c.animated && gap >= minGap {
		c.gaps = append(c.gaps, gap)
	}
	c.lastOutput = now
	if c.screen != nil {
		c.screen.Write(data)
	}
	if !c.pressed.IsZero() && c.answered(c) {
		c.answers = append(c.answers, now.Sub(c.pressed))
		c.pressed, c.missed = time.Time{}, false
	}
	replies := c.queries.Replies(data)
	// Do not report support for key releases, because these clients send none.
	c.send(strings.ReplaceAll(replies, "\x1b[?0u", ""), now)
}

// disconnect closes the connection. It records the error, unless mayBeGone is true.
func (c *client) disconnect(err error) {
	if c.gone {
		return
	}
	if c.gone = true; !c.mayBeGone {
		c.err = err
	}
	c.ssh.conn.Close()
}

// waitsForOpponent reports whether the client has opened a match and waits for an opponent. It is also true if the
// client is gone, so that the caller does not wait for it.
func (c *client) waitsForOpponent() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.gone || c.screen.Contains(" free.")
}
