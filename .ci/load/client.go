package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"arkterm/render/ansi/ansitest"
)

// A kind is a kind of clients.
type kind struct {
	name    string
	command string   // in place of the game
	begin   []step   // the way there
	keys    []string // pressed over and over after that, if there are any
	times   int      // each of them so often in a row
	rate    int      // of them a second

	// answered reports whether a key was answered by what the terminal was sent after it; nil: nobody asks.
	answered func(c *client) bool
	forgives bool // a key that is not answered, as after the end of a match, is none to be measured
	looks    bool // at the screen
	guest    bool // comes without a key, so that nothing is kept
	steers   bool // the keys steer a paddle, so that something moves while a game is played
}

// A step is a key that is pressed when a text is on the screen: a server that is late has not shown it yet, and to whatever is
// there instead the key may mean something else.
type step struct{ sees, key string }

// still is how long nothing has moved on a player's screen when a dialog shows: that of the end of a game, or of a pause, which
// comes by itself when the server was away for half a second. Then Enter is pressed, once in that time, and nothing else.
const still = time.Second

// click is a click of the mouse at the bottom of the field. It serves, as the space bar does, but presses no button of a dialog:
// when a game has ended, some of those lead out of the arcade.
const click = "\x1b[<0;30;24M\x1b[<0;30;24m"

// The kinds of clients.
var (
	player  = &kind{name: "play", begin: firstVisit, keys: []string{"\x1b[D", "\x1b[C", click}, times: 20, rate: 30, steers: true}
	menu    = &kind{name: "are at a menu", begin: paused, keys: []string{"\x1b[B", "\x1b[A"}, times: 1, rate: 5, answered: anything}
	watcher = &kind{name: "watch", command: "watch", guest: true}

	opener = &kind{
		name: "play a match", command: "watch nobody", guest: true, begin: matched, keys: []string{"\x1b[D", "\x1b[C"}, times: 1, rate: 2,
		answered: paddleMoved, forgives: true, looks: true,
	}
	joiner = &kind{name: "play with them", command: "watch nobody", guest: true, begin: matched, keys: player.keys, times: 20, rate: 30, steers: true}
)

// The ways to where they are.
var (
	// A first visit asks how glyphs look, and how hard it shall be; then the ball is served.
	firstVisit = []step{{"G L Y P H S", "\r"}, {"Quit", "\r"}, {"H O W   H A R D", "\r"}, {"BALLS", " "}}
	paused     = append(firstVisit[:3:3], step{"BALLS", "p"}, step{"P A U S E D", ""})

	// Who wants to watch somebody who is not there is in the lobby, where the first button is a match with anybody. A player would be
	// asked for a name before that, a guest is not.
	matched = []step{{"A R C A D E", "\r"}, {"FIRST TO", " "}}
)

// kinds are all of them, as they are printed.
var kinds = []*kind{player, menu, opener, joiner, watcher}

// anything is an answer where nothing moves by itself.
func anything(*client) bool { return true }

// paddleMoved reports whether the row of the paddle at the bottom is another one than when the key was pressed. Of two who
// play a match, the one who has opened it has that.
func paddleMoved(c *client) bool { return c.paddleRow() != c.row }

// paddleRow returns that row, as text: the last one is the keys'.
func (c *client) paddleRow() string {
	var row strings.Builder
	for _, cell := range c.screen.Cells[(c.screen.H-2)**cols:][:*cols/2] { // the rest is beside the field
		row.WriteRune(cell.Rune)
	}
	return row.String()
}

// Pauses before the keys that lead somewhere: less than somebody needs, and more than a screen that takes keys.
const leastPause, mostPause = 500 * time.Millisecond, 700 * time.Millisecond

// A client looks every lookAgain for a text, for mostLook. If the one before is still there after pressAgain, its key was not taken: a
// screen that has just come takes none.
const lookAgain, pressAgain, mostLook = 100 * time.Millisecond, 3 * time.Second, time.Minute

// mostWait is how long a key may wait for its answer.
const mostWait = 5 * time.Second

// A client is somebody who plays, stays at a menu, or watches.
type client struct {
	*kind
	random *rand.Rand
	line   *line
	fd     int
	step   int           // of begin, and the keys after it
	pause  time.Duration // until the next
	seen   bool          // the screen that the step is meant for
	since  time.Duration // when that was, or the key was pressed
	query  queries
	bytes  int // that the terminal was sent
	pongs  int
	last   []byte        // of what it was sent
	heard  time.Duration // when that was

	out     []byte        // packets for the next moment in which the client sends, see slots
	asking  bool          // among them is a key that is to be answered
	pressed time.Duration // when the key was sent that waits for its answer; never: none does
	screen  *ansitest.Screen
	row     string // of the paddle, when it was sent

	// The key before was not answered. A server that is late may take two keys at once, which together change nothing; then the
	// next one does.
	unanswered bool
	answers    []time.Duration
	err        error // why it is gone, if that was not to come
	gone       bool
}

func newClient(k *kind, number int) *client {
	c := &client{kind: k, random: rand.New(rand.NewPCG(uint64(number), 1)), pressed: never}
	if k.looks || len(k.begin) > 0 {
		c.screen = ansitest.New(*cols, *rows)
	}
	c.plan()
	return c
}

// plan says when the next key is to be pressed.
func (c *client) plan() {
	switch {
	case !c.isThere():
		c.pause = lookAgain
	case len(c.keys) > 0:
		c.pause = time.Second / time.Duration(c.rate)
	default:
		c.pause = never
	}
}

// isThere reports whether the client is where it is measured.
func (c *client) isThere() bool { return c.step >= len(c.begin) }

// text returns what is on the screen.
func (c *client) text() string {
	var all strings.Builder
	for i, cell := range c.screen.Cells {
		if all.WriteRune(cell.Rune); i%c.screen.W == c.screen.W-1 {
			all.WriteByte('\n')
		}
	}
	return all.String()
}

// lead looks at which step of the way the screen is, and presses its key once it has been there for a while.
func (c *client) lead(w *crowd, now time.Duration) {
	text, at := c.text(), len(c.begin)-1
	for at >= 0 && !strings.Contains(text, c.begin[at].sees) {
		at--
	}
	c.pause = lookAgain
	switch {
	case at >= c.step && !c.seen, at >= 0 && at == c.step-1 && now-c.since > pressAgain: // there, or still there: the key was not taken
		c.step, c.seen, c.since = at, true, now
		c.pause = leastPause + time.Duration(c.random.Int64N(int64(mostPause-leastPause)))
	case at >= c.step:
		if key := c.begin[at].key; key != "" {
			w.send(c, c.line.typed(key))
		}
		c.step, c.seen, c.since = at+1, false, now
		if c.isThere() {
			if c.plan(); !c.looks {
				c.screen = nil
			}
		}
	case now-c.since > mostLook:
		w.lose(c, fmt.Errorf("%q is not on the screen after %v, but\n%s", c.begin[c.step].sees, mostLook, text))
	}
}

// act presses the next key.
func (c *client) act(w *crowd, now time.Duration) {
	if !c.isThere() {
		c.lead(w, now)
		return
	}
	key := ""
	if len(c.keys) > 0 {
		key = c.keys[(c.step-len(c.begin))/c.times%len(c.keys)]
	}
	if c.steers && now-c.heard > still {
		w.send(c, c.line.typed("\r"))
		c.pause = still
		return
	}
	switch {
	case c.asking, c.pressed != never && now-c.pressed < mostWait:
		return
	case c.pressed == never:
	case c.forgives:
		c.pressed = never
	case c.unanswered:
		w.lose(c, errors.New("two keys were not answered, one after the other"))
		return
	default:
		c.unanswered, c.pressed = true, never
	}
	if key != "" {
		c.asking = c.answered != nil
		w.send(c, c.line.typed(key))
	}
	c.step++
	c.plan()
}

// shown takes what the terminal is sent, and answers its questions.
func (c *client) shown(w *crowd, data []byte, now time.Duration) {
	c.bytes += len(data)
	c.heard = now
	c.last = append(c.last[:0], data[max(0, len(data)-200):]...)
	if c.screen != nil {
		c.screen.Write(data)
	}
	if c.pressed != never && c.answered(c) {
		c.answers = append(c.answers, now-c.pressed)
		c.pressed, c.unanswered = never, false
	}
	for len(data) > 0 {
		n, reply := c.query.find(data)
		if reply != "" {
			w.send(c, c.line.typed(reply))
		}
		data = data[n:]
	}
}

// replies has what a terminal replies to the queries that come with frames.
var replies = []struct{ query, reply string }{
	{"\x1b[5n", "\x1b[0n"},
	{"\x1b[c", "\x1b[?62;22c"},
	{"\x1b[>c", "\x1b[>1;10;0c"},
}

// queries finds queries in what a terminal is sent. One may come in two pieces.
type queries struct {
	seen [4]byte // the beginning of a sequence
	n    int     // bytes of it
}

// find returns the reply to the first query in data, "" if there is none, and how many bytes it has read to find it.
func (q *queries) find(data []byte) (n int, reply string) {
	for n < len(data) {
		if q.n == 0 {
			i := bytes.IndexByte(data[n:], 0x1b)
			if i < 0 {
				return len(data), ""
			}
			n += i
		}
		q.seen[q.n] = data[n]
		q.n++
		n++
		begins := false
		for i := range replies {
			query := replies[i].query
			if q.n <= len(query) && string(q.seen[:q.n]) == query[:q.n] {
				if begins = true; q.n == len(query) {
					q.n = 0
					return n, replies[i].reply
				}
			}
		}
		if !begins {
			if q.n = 0; data[n-1] == 0x1b {
				n--
			}
		}
	}
	return n, ""
}
