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

// A kind is a kind of clients.
type kind struct {
	name    string
	command string        // instead of the game
	way     []step        // to the place where the client is measured
	keys    []string      // typed there, each of them repeat times in a row
	repeat  int           // 0 for clients without keys
	pause   time.Duration // between keys

	// answered reports whether the output since a key answers it. Clients without this function do not measure answers.
	answered func(c *client) bool
	forgives bool // a missing answer is allowed, for example after the end of a match
	guest    bool // connects without a key, so the server stores no files
	steers   bool // something moves while it plays, so a still screen is a dialog
}

// A step is a key to type when a text is on the screen.
type step struct{ text, key string }

// serve is a mouse click at the bottom of the field. It serves like the space bar. In a dialog it only selects the
// last button.
const serve = "\x1b[<0;30;24M\x1b[<0;30;24m"

var (
	// A first visit has questions about glyphs and difficulty.
	firstVisit = []step{{"G L Y P H S", "\r"}, {"Quit", "\r"}, {"D I F F I C U L T Y", "\r"}, {"LIVES", " "}}
	toMenu     = append(firstVisit[:3:3], step{"LIVES", "p"}, step{"P A U S E D", ""})

	// A guest who wants to watch an unknown player gets to the lobby. Its first button starts a match.
	toMatch = []step{{"A R C A D E", "\r"}, {"FIRST TO", " "}}
)

// The kinds of clients.
var (
	player = &kind{
		name: "play", way: firstVisit, keys: []string{"\x1b[D", "\x1b[C", serve}, repeat: 20,
		pause: time.Second / 30, steers: true,
	}
	menu = &kind{
		name: "are in a menu", way: toMenu, keys: []string{"\x1b[B", "\x1b[A"}, repeat: 1,
		pause: time.Second / 5, answered: func(*client) bool { return true },
	}
	watcher = &kind{name: "watch", command: "watch", guest: true}
	opener  = &kind{
		name: "play a match", command: "watch nobody", guest: true, way: toMatch, keys: []string{"\x1b[D", "\x1b[C"},
		repeat: 1, pause: time.Second / 2,
		answered: func(c *client) bool { return c.paddleRow() != c.row }, forgives: true,
	}
	joiner = &kind{
		name: "are their opponents", command: "watch nobody", guest: true, way: toMatch, keys: player.keys,
		repeat: 20, pause: time.Second / 30, steers: true,
	}

	kinds = []*kind{player, menu, opener, joiner, watcher} // in the order of the report
)

// Times of a client.
const (
	lookPause = 100 * time.Millisecond // between searches for a text
	maxLook   = time.Minute            // maximum wait for a text
	// a key is typed again if its screen is still there, because a new screen ignores keys
	retryAfter = 3 * time.Second
	minReact   = 500 * time.Millisecond // minimum time between a text and the key that answers it
	maxReact   = 700 * time.Millisecond
	maxAnswer  = 5 * time.Second
	maxStill   = time.Second // a screen that is still for this time shows a dialog; 1 and Enter press its first button
	maxLate    = 100 * time.Millisecond
)

// A client plays, stays in a menu, or watches. Its reader and its typist are goroutines.
type client struct {
	*kind
	line   *line
	random *rand.Rand
	begun  time.Time
	pings  int // per second; keys are sent together with the next ping, as OpenSSH does

	mu       sync.Mutex
	screen   *ansi.Emulator // nil if the client does not look at its screen
	queries  harness.Queries
	step     int       // in way, then the number of the key
	reacting bool      // the text of the step is on the screen
	since    time.Time // start of the reaction, or time of the last key
	heard    time.Time // time of the last output
	out      []byte    // packets for the next ping
	deadline time.Time // for writes
	asking   bool      // out has a key whose answer is measured
	pressed  time.Time // when the unanswered key was sent; zero if there is none
	row      string    // of the paddle at that time
	missed   bool      // the key before was not answered
	bytes    int       // of output since the last reset
	pongs    int
	answers  []time.Duration
	err      error // why the client is gone, if it should not be
	gone     bool
	ending   bool // the client may be gone
}

// newClient connects a client. The server admits 50 connections per second, so it tries again.
func newClient(s *arcadeclient.Server, k *kind, number, pings int) (*client, error) {
	from := net.IPv4(127, 2, byte(number>>8), byte(number)) // all addresses of 127/8 are this machine
	var key ssh.Signer
	if !k.guest {
		key = arcadeclient.Key(fmt.Sprint("client ", number))
	}
	l, err := dialLine(from, s.SSH, k.command, key, *cols, *rows)
	for try := 0; err != nil && try < 100; try++ {
		time.Sleep(100 * time.Millisecond)
		l, err = dialLine(from, s.SSH, k.command, key, *cols, *rows)
	}
	if err != nil {
		return nil, fmt.Errorf("client %d, to %s: %w", number+1, k.name, err)
	}
	now := time.Now()
	c := &client{
		kind: k, line: l, random: rand.New(rand.NewPCG(uint64(number), 1)), begun: now, since: now, heard: now,
		pings: pings,
	}
	if len(k.way) > 0 {
		c.screen = ansi.NewEmulator(*cols, *rows)
	}
	go c.read()
	if len(k.way) > 0 || pings > 0 {
		go c.typeKeys()
	}
	return c, nil
}

// arrived reports whether the client is where it is measured, or is gone.
func (c *client) arrived() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.gone || c.step >= len(c.way)
}

// paddleRow returns the row of the paddle at the bottom of the field.
func (c *client) paddleRow() string { return c.screen.Text(0, c.screen.H-2, *cols/2) }

// typeKeys types keys and sends pings at their times, until the client is gone.
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
			nextKey = next(nextKey, c.act(now), now)
		}
		if c.pings > 0 && !nextPing.After(now) {
			c.out = append(c.out, c.line.seal(ping)...)
			c.flush(now)
			nextPing = next(nextPing, time.Second/time.Duration(c.pings), now)
		}
		c.mu.Unlock()
		wake := nextKey
		if c.pings > 0 {
			wake = nextPing // keys wait for it anyway
		}
		time.Sleep(time.Until(wake))
	}
}

// next returns the time after a pause. It does not catch up if the machine was busy.
func next(last time.Time, pause time.Duration, now time.Time) time.Time {
	if t := last.Add(pause); t.After(now.Add(-maxLate)) {
		return t
	}
	return now
}

// act types the next key, and returns the pause after it.
func (c *client) act(now time.Time) time.Duration {
	if c.step < len(c.way) {
		return c.followWay(now)
	}
	if c.repeat == 0 {
		return time.Hour
	}
	if c.steers && now.Sub(c.heard) > maxStill {
		c.send("1\r", now)
		return maxStill
	}
	waiting := !c.pressed.IsZero()
	switch {
	case c.asking, waiting && now.Sub(c.pressed) < maxAnswer:
		return c.pause
	case waiting && c.missed && !c.forgives: // a busy server may take two keys together, which cancel each other
		c.lose(errors.New("two keys in a row were not answered"))
		return c.pause
	case waiting:
		c.missed, c.pressed = true, time.Time{}
	}
	c.asking = c.answered != nil
	c.send(c.keys[(c.step-len(c.way))/c.repeat%len(c.keys)], now)
	c.step++
	return c.pause
}

// followWay types the key of the step whose text is on the screen, after a reaction time.
func (c *client) followWay(now time.Time) time.Duration {
	at := len(c.way) - 1
	for at >= 0 && !c.screen.Contains(c.way[at].text) {
		at--
	}
	switch {
	case at >= c.step && !c.reacting, at >= 0 && at == c.step-1 && now.Sub(c.since) > retryAfter:
		c.step, c.reacting, c.since = at, true, now
		return minReact + time.Duration(c.random.Int64N(int64(maxReact-minReact)))
	case at >= c.step:
		c.send(c.way[at].key, now)
		c.step, c.reacting, c.since = at+1, false, now
		if c.step == len(c.way) && c.kind != opener {
			c.screen = nil
		}
	case now.Sub(c.since) > maxLook:
		c.lose(fmt.Errorf("%q is not on the screen after %v", c.way[c.step].text, maxLook))
	}
	return lookPause
}

// send types keys now, or with the next ping.
func (c *client) send(keys string, now time.Time) {
	if keys == "" {
		return
	}
	c.out = append(c.out, c.line.seal(c.line.typed(keys))...)
	if c.pings == 0 {
		c.flush(now)
	}
}

// flush sends the packets.
func (c *client) flush(now time.Time) {
	if c.asking {
		c.asking, c.pressed = false, now
		if c.screen != nil {
			c.row = c.paddleRow()
		}
	}
	if len(c.out) == 0 || c.gone {
		return
	}
	if now.Sub(c.deadline) > -maxAnswer { // setting a deadline costs as much as a short write
		c.deadline = now.Add(2 * maxAnswer)
		_ = c.line.conn.SetWriteDeadline(c.deadline)
	}
	if _, err := c.line.conn.Write(c.out); err != nil {
		c.lose(fmt.Errorf("the server has stopped reading: %w", err))
	}
	c.out = c.out[:0]
}

// read takes packets until the connection ends.
func (c *client) read() {
	for {
		payload, err := c.line.receive()
		c.mu.Lock()
		if err == nil {
			err = c.take(payload, time.Now())
		}
		if err != nil {
			c.lose(err)
		}
		gone := c.gone
		c.mu.Unlock()
		if gone {
			return
		}
	}
}

// take handles a packet.
func (c *client) take(payload []byte, now time.Time) error {
	switch payload[0] {
	case msgData:
		if len(payload) >= 9 {
			c.show(payload[9:], now)
		}
	case msgPong:
		c.pongs++
	case msgGlobal: // a keepalive
		if n := 5 + int(binary.BigEndian.Uint32(payload[1:5])); len(payload) > n && payload[n] != 0 {
			c.out = append(c.out, c.line.seal(globalFailed)...)
			if c.pings == 0 {
				c.flush(now)
			}
		}
	case msgDisconnect, msgEOF, msgClose:
		return fmt.Errorf("the server has ended the session after %v, by message %d",
			now.Sub(c.begun).Round(time.Millisecond), payload[0])
	}
	return nil
}

// show takes output, and replies to its queries.
func (c *client) show(data []byte, now time.Time) {
	c.bytes += len(data)
	c.heard = now
	if c.screen != nil {
		c.screen.Write(data)
	}
	if !c.pressed.IsZero() && c.answered(c) {
		c.answers = append(c.answers, now.Sub(c.pressed))
		c.pressed, c.missed = time.Time{}, false
	}
	replies := c.queries.Replies(data)
	// Without reports of key releases, as these clients send none.
	c.send(strings.ReplaceAll(replies, "\x1b[?0u", ""), now)
}

// lose ends the connection. It keeps the error unless the client may be gone.
func (c *client) lose(err error) {
	if c.gone {
		return
	}
	if c.gone = true; !c.ending {
		c.err = err
	}
	c.line.conn.Close()
}

// waits reports whether an opener waits for an opponent, or is gone.
func (c *client) waits() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.gone || c.screen.Contains(" free.")
}
