package engine

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Recording is a game as its inputs: with the same levels it gives the same
// game again, bit for bit. Its text can be read, cut and written by hand:
//
//	arkterm recording 1
//	seed 42
//	pack Shipped
//	levels 8f14e45fceea167a
//	first 1
//	lives 5
//	play
//	240
//	12 move -64
//	1 at 2048 fire
//	mark 0011223344556677
//	expect score 300
//
// After "play" a line with a count holds the input of that many ticks: move for
// keys, at for a target, fire for the button, a second player's after a bar.
// "mark" is the hash after the ticks so far, "expect" a fact about the game then
// (see Facts). Everything before "play" but the first line may be missing.
// Lines that begin with # are comments.
type Recording struct {
	Seed   uint64
	Pack   string // name of the levels; for people
	Levels uint64 // their Digest; 0: any will do
	First  int    // index of the first level
	Lives  int    // 0: StartLives

	// Assisted says that the player had help that others do not have: slow motion, single
	// steps. It is a comment in the text, as it changes nothing in the game.
	Assisted bool

	steps []recorded
	notes []note
	ticks int // in all steps
}

// recorded is one line after "play": some ticks of the same input, or a note.
// It is small, since a mouse makes sixty of them a second.
type recorded struct {
	n    int32 // ticks; 0: a note
	note int32 // index of the note, if n is 0
	in   Input // if n > 0
}

// A note is a fact to expect, with its value; or "mark" and a hash.
type note struct {
	fact, want string
	line       int // in the text that it was read from, or 0
}

func (r *Recording) addNote(n note) {
	r.steps = append(r.steps, recorded{note: int32(len(r.notes))})
	r.notes = append(r.notes, n)
}

// markTicks is how often a recording notes the hash.
const markTicks = 10 * TicksPerSecond

// assistedLine is how the text says Assisted.
const assistedLine = "# assisted"

const recordingMagic = "arkterm recording 1"

// MaxRecordedTicks is how long a recording can be: four hours.
const MaxRecordedTicks = 4 * 3600 * TicksPerSecond

// NewRecording begins a recording of a game with the given configuration.
func NewRecording(c Config, pack string) *Recording {
	pack = strings.Join(strings.Fields(pack), " ") // as ParseRecording reads it
	return &Recording{Seed: c.Seed, Pack: pack, Levels: Digest(c.Levels), First: c.First, Lives: c.Lives}
}

// Add records the input of one tick. Call it with what Step is given. After
// MaxRecordedTicks nothing more is recorded: what was before can still be played.
func (r *Recording) Add(in Input) {
	if r.full() {
		return
	}
	r.ticks++
	if n := len(r.steps); n > 0 && r.steps[n-1].n > 0 && r.steps[n-1].in == in {
		r.steps[n-1].n++
		return
	}
	r.steps = append(r.steps, recorded{n: 1, in: in})
}

// Mark records the hash of g when one is due, every ten seconds. Call it after
// each Step.
func (r *Recording) Mark(g *Game) {
	if r.ticks%markTicks == 0 && g.Tick == uint64(r.ticks) {
		r.addNote(note{fact: "mark", want: hashText(g)})
	}
}

func (r *Recording) full() bool { return r.ticks == MaxRecordedTicks }

func hashText(g *Game) string { return fmt.Sprintf("%016x", g.Hash()) }

// Ticks returns how many ticks are recorded.
func (r *Recording) Ticks() int { return r.ticks }

// Text returns the recording as text that ParseRecording reads.
func (r *Recording) Text() []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, recordingMagic)
	fmt.Fprintf(&b, "seed %d\n", r.Seed)
	if r.Pack != "" {
		fmt.Fprintf(&b, "pack %s\n", r.Pack)
	}
	if r.Levels != 0 {
		fmt.Fprintf(&b, "levels %016x\n", r.Levels)
	}
	fmt.Fprintf(&b, "first %d\n", r.First+1)
	if r.Lives != 0 {
		fmt.Fprintf(&b, "lives %d\n", r.Lives)
	}
	if r.Assisted {
		fmt.Fprintln(&b, assistedLine)
	}
	fmt.Fprintln(&b, "play")
	for _, s := range r.steps {
		if s.n > 0 {
			fmt.Fprintf(&b, "%d%s\n", s.n, inputText(s.in))
			continue
		}
		switch n := &r.notes[s.note]; n.fact {
		case "mark":
			fmt.Fprintf(&b, "mark %s\n", n.want)
		default:
			fmt.Fprintf(&b, "expect %s %s\n", n.fact, n.want)
		}
	}
	return b.Bytes()
}

// inputText returns in as words, each with a blank in front.
func inputText(in Input) string {
	s := controlText(in[0])
	if in[1] != Idle {
		s += " |" + controlText(in[1])
	}
	return s
}

func controlText(c Control) string {
	s := ""
	if c.Move != 0 {
		s += fmt.Sprintf(" move %d", c.Move)
	}
	if c.Target != NoTarget {
		s += fmt.Sprintf(" at %d", c.Target)
	}
	if c.Buttons&Fire != 0 {
		s += " fire"
	}
	return s
}

// ParseRecording reads what Text wrote, or a person. name is used in errors,
// which say name:line: what.
func ParseRecording(name string, text []byte) (*Recording, error) {
	r := &Recording{}
	playing := false
	for k, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		var err error
		switch {
		case k == 0:
			err = checkMagic(strings.TrimSpace(line))
		case !playing && strings.TrimSpace(line) == assistedLine:
			r.Assisted = true
		case len(words) == 0 || words[0][0] == '#':
		case playing:
			err = r.parseStep(words, k+1)
		case len(words) == 1 && words[0] == "play":
			playing = true
		default:
			err = r.parseHeader(words)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, k+1, err)
		}
	}
	if !playing {
		return nil, fmt.Errorf("%s: no line \"play\"", name)
	}
	return r, nil
}

func checkMagic(line string) error {
	if line == recordingMagic {
		return nil
	}
	if v, ok := strings.CutPrefix(line, "arkterm recording "); ok {
		if n, err := strconv.Atoi(v); err == nil && n > 1 {
			return fmt.Errorf("%q was made by a newer arkterm", line)
		}
	}
	return fmt.Errorf("not a recording: the first line is not %q", recordingMagic)
}

func (r *Recording) parseHeader(words []string) error {
	if len(words) < 2 {
		return fmt.Errorf("%q without a value", words[0])
	}
	var err error
	switch value := words[1]; words[0] {
	case "seed":
		r.Seed, err = strconv.ParseUint(value, 10, 64)
	case "pack":
		r.Pack = strings.Join(words[1:], " ")
		return nil
	case "levels":
		r.Levels, err = strconv.ParseUint(value, 16, 64)
	case "first":
		r.First, err = parseRange(value, 1, 1000)
		r.First--
	case "lives":
		r.Lives, err = parseRange(value, 1, MaxLives)
	default:
		return fmt.Errorf("unknown word %q, want seed, pack, levels, first, lives or play", words[0])
	}
	if err != nil {
		return fmt.Errorf("%s %q: %w", words[0], words[1], err)
	}
	if len(words) > 2 {
		return fmt.Errorf("%q after the value of %s", words[2], words[0])
	}
	return nil
}

func parseRange(s string, lo, hi int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < lo || n > hi {
		return 0, fmt.Errorf("want a number from %d to %d", lo, hi)
	}
	return n, nil
}

func (r *Recording) parseStep(words []string, line int) error {
	switch words[0] {
	case "mark":
		if len(words) != 2 {
			return errors.New("want: mark HASH")
		}
		if _, err := strconv.ParseUint(words[1], 16, 64); err != nil || len(words[1]) != 16 {
			return fmt.Errorf("mark %q: want 16 hexadecimal digits", words[1])
		}
		r.addNote(note{fact: "mark", want: words[1], line: line})
		return nil
	case "expect":
		if len(words) != 3 || facts[words[1]] == nil {
			return fmt.Errorf("want: expect FACT VALUE, with a fact out of %s", strings.Join(Facts(), ", "))
		}
		r.addNote(note{fact: words[1], want: words[2], line: line})
		return nil
	}
	n, err := parseRange(words[0], 1, MaxRecordedTicks-r.ticks)
	if err != nil {
		return fmt.Errorf("ticks %q: %w", words[0], err)
	}
	in, err := parseInput(words[1:])
	if err != nil {
		return err
	}
	r.ticks += n
	r.steps = append(r.steps, recorded{n: int32(n), in: in})
	return nil
}

func parseInput(words []string) (Input, error) {
	in := Input{Idle, Idle}
	player := 0
	for len(words) > 0 {
		var err error
		var n int
		used := 1
		switch c := &in[player]; {
		case words[0] == "|" && player == 0:
			player = 1
		case words[0] == "fire":
			c.Buttons |= Fire
		case words[0] == "move" && len(words) > 1:
			n, err = parseRange(words[1], -MoveFull, MoveFull)
			c.Move, used = int8(n), 2
		case words[0] == "at" && len(words) > 1:
			n, err = parseRange(words[1], 0, 1<<15-1)
			c.Target, used = int16(n), 2
		default:
			return in, fmt.Errorf("unknown input %q, want move N, at N or fire", words[0])
		}
		if err != nil {
			return in, fmt.Errorf("%s %q: %w", words[0], words[1], err)
		}
		words = words[used:]
	}
	return in, nil
}

// A Mismatch says where a game that is played back differs from its recording.
type Mismatch struct {
	Tick      uint64
	Line      int // in the recording's text, or 0
	Fact      string
	Got, Want string
}

func (m *Mismatch) Error() string {
	what := fmt.Sprintf("tick %d: %s is %s, recorded was %s", m.Tick, m.Fact, m.Got, m.Want)
	if m.Line > 0 {
		what = fmt.Sprintf("line %d: %s", m.Line, what)
	}
	return what
}

// Play plays the recording on the given levels and returns the game as it is
// after the last tick. It stops with a *Mismatch where a mark or an expected
// fact differs, and refuses levels other than the recorded ones. each, if it is
// not nil, is called after every tick and stops the game with its error.
func (r *Recording) Play(levels []Level, each func(*Game) error) (*Game, error) {
	if d := Digest(levels); r.Levels != 0 && d != r.Levels {
		return nil, fmt.Errorf("recorded on other levels: digest %016x, pack %q, these have %016x", r.Levels, r.Pack, d)
	}
	g, err := New(Config{Seed: r.Seed, Levels: levels, First: r.First, Lives: r.Lives})
	if err != nil {
		return nil, err
	}
	for _, s := range r.steps {
		if s.n == 0 {
			n := &r.notes[s.note]
			if got := facts[n.fact](g); got != n.want {
				return g, &Mismatch{g.Tick, n.line, n.fact, got, n.want}
			}
			continue
		}
		for range s.n {
			g.Step(s.in)
			if each == nil {
				continue
			}
			if err := each(g); err != nil {
				return g, err
			}
		}
	}
	return g, nil
}

// facts is what a script can expect.
var facts = map[string]func(*Game) string{
	"mark":    hashText,
	"phase":   func(g *Game) string { return g.Phase.String() },
	"level":   func(g *Game) string { return strconv.Itoa(g.Level + 1) },
	"score":   func(g *Game) string { return strconv.Itoa(g.Score) },
	"lives":   func(g *Game) string { return strconv.Itoa(g.Lives) },
	"combo":   func(g *Game) string { return strconv.Itoa(g.Combo) },
	"left":    func(g *Game) string { return strconv.Itoa(g.Left) },
	"balls":   func(g *Game) string { return strconv.Itoa(len(g.Balls)) },
	"shots":   func(g *Game) string { return strconv.Itoa(g.Shots) },
	"recall":  func(g *Game) string { return strconv.FormatBool(g.Recall) },
	"speed":   func(g *Game) string { return strconv.FormatFloat(g.Speed, 'f', 1, 64) },
	"paddle":  func(g *Game) string { return strconv.FormatFloat(g.Paddles[0].X, 'f', 3, 64) },
	"ball-x":  func(g *Game) string { return ballFact(g, func(i int) float64 { return g.BallAt(i).X }) },
	"ball-y":  func(g *Game) string { return ballFact(g, func(i int) float64 { return g.BallAt(i).Y }) },
	"ball-vx": func(g *Game) string { return ballFact(g, func(i int) float64 { return g.Balls[i].V.X }) },
	"ball-vy": func(g *Game) string { return ballFact(g, func(i int) float64 { return g.Balls[i].V.Y }) },
}

// ballFact returns something about the first ball with three decimals.
func ballFact(g *Game, f func(i int) float64) string {
	if len(g.Balls) == 0 {
		return "none"
	}
	return strconv.FormatFloat(f(0), 'f', 3, 64)
}

// Facts returns the names of the facts that a script can expect, sorted.
func Facts() []string {
	names := make([]string, 0, len(facts))
	for name := range facts {
		if name != "mark" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
