package bot

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"arkterm/engine"
)

// A Client lets a program play a paddle. It writes the lines of the protocol and reads the answers; see docs/bots.md.
// The caller starts the program. To limit the time of an answer, the caller passes a reader that returns an error when
// the time is over. Err then returns this error.
//
// A Client sends the state every Interval ticks and waits for the answer, so a game depends only on the answers. After
// the first invalid answer, the program no longer takes part in the game. Err returns the reason, and the paddle stays
// where it is.
type Client struct {
	Interval int // ticks between decisions

	// The client calls BeforeSend when it begins to write the lines of a decision, and AfterAnswer when it has read the
	// answer. Both may be nil.
	BeforeSend, AfterAnswer func()

	out       *json.Encoder
	in        *bufio.Reader
	control   engine.Control
	seed      uint64
	started   bool
	err       error
	decisions int
	level     int         // index of the level whose bricks were sent last
	bricks    []brickLine // bricks as sent, by ID
	state     stateLine
	predictor Bot
}

// Numbers of ticks between decisions. The default results in 60 decisions per second of play.
const (
	DefaultInterval = 4
	MaxInterval     = 120
)

// NewClient returns a client that writes to w and reads from r. The interval is the number of ticks between
// decisions, at least 1. The client derives from seed the seed that it sends to the program in the hello line.
func NewClient(r io.Reader, w io.Writer, interval int, seed uint64) *Client {
	c := &Client{
		Interval: interval, out: json.NewEncoder(w), in: bufio.NewReaderSize(r, MaxAnswer), control: engine.Idle,
		seed: seed, predictor: Bot{abilities: Strengths[Master]},
		state: stateLine{
			Landings: []landingLine{}, Paddles: []paddleLine{}, Balls: []ballLine{}, Drops: []dropLine{},
			Bolts: []boltLine{}, Drones: []droneLine{}, Bricks: []brickLine{}, Effects: []effectLine{},
		},
	}
	c.out.SetEscapeHTML(false)
	return c
}

// Err returns the reason why the program no longer takes part in the game, or nil.
func (c *Client) Err() error { return c.err }

// Decisions returns the number of valid answers.
func (c *Client) Decisions() int { return c.decisions }

// Play returns the program's control for the next tick as the first player.
func (c *Client) Play(g *engine.Game) engine.Control { return c.PlayFor(g, 0) }

// PlayFor returns the program's control for the next tick as the player of paddle k. Buttons are pressed for one tick.
// The target and the direction remain until the next answer.
func (c *Client) PlayFor(g *engine.Game, k int) engine.Control {
	c.control.Buttons = 0
	if c.err == nil && g.Tick%uint64(c.Interval) == 0 {
		if c.err = c.decide(g, k); c.err != nil {
			c.err = fmt.Errorf("tick %d: %w", g.Tick, c.err)
			c.control = engine.Idle
		}
	}
	return c.control
}

// decide sends the state and reads the answer. It ignores write errors, because a program may close its input and still
// answer. A program that has exited also closes its output, so reading fails.
func (c *Client) decide(g *engine.Game, k int) error {
	if c.BeforeSend != nil {
		c.BeforeSend()
	}
	if !c.started {
		c.started = true
		_ = c.out.Encode(hello(g, k, c.Interval, c.seed))
	}
	c.state.set(g, k, &c.predictor)
	if c.bricks == nil || c.level != g.Level || len(c.bricks) != len(g.Bricks) {
		c.sendLevel(g)
	}
	for i := range g.Bricks {
		if b := visibleBrick(g, i); b != c.bricks[i] {
			c.bricks[i] = b
			c.state.Bricks = append(c.state.Bricks, b)
		}
	}
	_ = c.out.Encode(&c.state)
	line, err := c.in.ReadSlice('\n')
	if c.AfterAnswer != nil {
		c.AfterAnswer()
	}

	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return fmt.Errorf("the answer is longer than %d bytes", MaxAnswer)
	case errors.Is(err, io.EOF):
		return errors.New("the program exited or closed its output")
	case err != nil:
		return err
	}
	answer, err := ParseAnswer(line, g.Tick, g.W)
	if err != nil {
		return err
	}
	c.control = answer
	c.decisions++
	return nil
}

// sendLevel writes the line of a new level.
func (c *Client) sendLevel(g *engine.Game) {
	c.level, c.bricks = g.Level, make([]brickLine, len(g.Bricks))
	line := levelLine{Type: "level", Level: g.Level + 1, Name: g.LevelName(), Bricks: []brickLine{}}
	for i := range g.Bricks {
		c.bricks[i] = visibleBrick(g, i)
		if c.bricks[i].Hits > 0 {
			line.Bricks = append(line.Bricks, c.bricks[i])
		}
	}
	_ = c.out.Encode(line)
}

// End writes the last line, after the last tick of the game.
func (c *Client) End(g *engine.Game) {
	line := endLine{
		Type: "end", Result: g.Phase.String(), Tick: g.Tick, Level: g.Level + 1, Lives: g.Lives, Score: g.Score,
		Points: matchPoints(g),
	}
	if c.err != nil {
		line.Result, line.Error = "failed", c.err.Error()
	}
	_ = c.out.Encode(line)
}
