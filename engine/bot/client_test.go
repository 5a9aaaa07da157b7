package bot

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// A program is a program that plays, in a goroutine.
type program func(lines *bufio.Scanner, answers io.Writer)

// connect starts a program and returns its client. The program ends when the test does.
func connect(t *testing.T, interval int, seed uint64, play program) *Client {
	t.Helper()
	in, lines := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan bool)
	go func() {
		defer close(done)
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, 1<<20)
		play(scanner, out)
		out.Close()
		in.Close()
	}()
	t.Cleanup(func() {
		lines.Close()
		answers.Close()
		<-done
	})
	return NewClient(answers, lines, interval, seed)
}

// answerAll returns a program that answers each state with the result of answer.
func answerAll(answer func(s *stateLine, line []byte) string) program {
	return func(lines *bufio.Scanner, answers io.Writer) {
		for lines.Scan() {
			var s stateLine
			if json.Unmarshal(lines.Bytes(), &s) == nil && s.Type == "state" {
				if _, err := fmt.Fprintln(answers, answer(&s, lines.Bytes())); err != nil {
					return
				}
			}
		}
	}
}

// newGame returns a game on a shipped level, by number.
func newGame(t *testing.T, seed uint64, level int) *engine.Game {
	t.Helper()
	g, err := engine.New(engine.Config{
		Setup: engine.Setup{Seed: seed, Drops: 15}, Levels: levels.Shipped().Levels[level-1:],
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// controlLine returns the answer for a control.
func controlLine(tick uint64, c engine.Control) string {
	line := fmt.Sprintf(`{"tick":%d,"move":%g`, tick, float64(c.Move)/engine.MoveFull)
	if c.Target >= 0 {
		line += fmt.Sprintf(`,"target":%g`, float64(c.Target)/64)
	}
	for button, name := range map[engine.Button]string{
		engine.Fire: "fire", engine.Up: "up", engine.Down: "down", engine.Warp: "warp",
	} {
		line += fmt.Sprintf(`,%q:%t`, name, c.Buttons&button != 0)
	}
	return line + "}"
}

// A program that computes the controls of a built-in bot plays exactly the game of that bot, because answers can
// express all controls, and the lines describe the game.
func TestProgramPlaysLikeABuiltInBot(t *testing.T) {
	for _, c := range []struct {
		strength Strength
		level    int
	}{{Skilled, 2}, {Master, 60}, {Casual, 33}} {
		const ticks = 8 * engine.TicksPerSecond
		want, player := newGame(t, 5, c.level), OfStrength(c.strength, 5)
		for range ticks {
			want.Step(engine.Input{player.Play(want), engine.Idle})
		}

		mirror, inner := newGame(t, 5, c.level), OfStrength(c.strength, 5)
		client := connect(t, 1, 5, answerAll(func(s *stateLine, _ []byte) string {
			at, p := mirror.Capsule(0), s.Paddles[0]
			if s.Tick != mirror.Tick || len(s.Balls) != len(mirror.Balls) || s.Score != mirror.Score ||
				len(s.Drops) != len(mirror.Drops) || math.Abs(float64(p.X)-at.X) > 0.001 {
				t.Errorf("level %d: the state of tick %d differs from the game", c.level, s.Tick)
			}
			control := inner.Play(mirror)
			mirror.Step(engine.Input{control, engine.Idle})
			return controlLine(s.Tick, control)
		}))
		g := newGame(t, 5, c.level)
		for range ticks {
			g.Step(engine.Input{client.Play(g), engine.Idle})
		}
		if err := client.Err(); err != nil {
			t.Fatal(err)
		}
		if g.Hash() != want.Hash() || client.Decisions() != ticks {
			t.Errorf("level %d: the game of the program differs from the game of the %s bot", c.level, c.strength)
		}
	}
}

// followLanding moves the paddle to the first landing.
func followLanding(s *stateLine, _ []byte) string {
	x := s.Paddles[0].X
	if len(s.Landings) > 0 {
		x = s.Landings[0].X
	}
	fire := s.FireAction == "serve" || s.FireAction == "launch" || s.FireAction == "recall"
	return fmt.Sprintf(`{"tick":%d,"target":%g,"fire":%t}`, s.Tick, x, fire)
}

// A program that follows the first landing clears an easy level.
func TestFollowerClearsALevel(t *testing.T) {
	if testing.Short() { // slow, because it plays a whole level
		return
	}
	client := connect(t, DefaultInterval, 1, answerAll(followLanding))
	g := newGame(t, 1, 1)
	for g.Tick < MaxLevelTicks && g.Phase != engine.Clear && !g.Phase.Ended() {
		g.Step(engine.Input{client.Play(g), engine.Idle})
	}
	if err := client.Err(); err != nil || g.Phase != engine.Clear {
		t.Errorf("phase %s with %d bricks left, %v, want clear", g.Phase, g.BricksLeft, err)
	}
}

// The bricks of the level line, with the changes in the states, are always the visible bricks of the game.
func TestBrickChanges(t *testing.T) {
	var all bytes.Buffer
	client := NewClient(strings.NewReader(""), &all, 8, 1)
	g, player := newGame(t, 3, 40), OfStrength(Skilled, 3)
	known := map[int]brickLine{}
	changed := 0
	for range 20 * engine.TicksPerSecond {
		if g.Tick%24 == 0 {
			all.Reset()
			_ = client.decide(g, 0) // fails, because there is no answer
			for line := range bytes.Lines(all.Bytes()) {
				var l struct {
					Type   string
					Bricks []brickLine
				}
				if err := json.Unmarshal(line, &l); err != nil {
					t.Fatal(err)
				}
				if l.Type == "level" {
					clear(known)
				} else {
					changed += len(l.Bricks)
				}
				for _, b := range l.Bricks {
					known[b.ID] = b
				}
			}
			for k := range g.Bricks {
				var want brickLine
				text, _ := json.Marshal(visibleBrick(g, k))
				_ = json.Unmarshal(text, &want)
				if got := known[k]; got.Hits != want.Hits || got.Hits > 0 && got != want {
					t.Fatalf("tick %d: brick %d is %+v, want %+v", g.Tick, k, got, want)
				}
			}
		}
		g.Step(engine.Input{player.Play(g), engine.Idle})
	}
	if changed < 10 {
		t.Errorf("%d changes, want at least 10", changed)
	}
}

// Each mistake of a program has a reason, and ends its part in the game.
func TestMistakes(t *testing.T) {
	long := strings.Repeat(" ", MaxAnswer)
	invalid := func(c string) string { return "invalid character '" + c + "' looking for beginning of value" }
	for _, c := range []struct{ output, want string }{
		{"", "tick 0: the program exited or closed its output"},
		{`{"tick":0}`, "tick 0: the program exited or closed its output"}, // without a newline
		{"{\"tick\":0}\n", "tick 4: the program exited or closed its output"},
		{"{\"tick\":0}\n{\"tick\":0}\n", "tick 4: the answer has the tick 0, want 4"},
		{strings.Repeat("y\n", 9999), "tick 0: the answer is not JSON: " + invalid("y")},
		{strings.Repeat("{}\n", 9999), "tick 0: the answer has no tick"},
		{"null\n", "tick 0: the answer has no tick"},
		{"[]\n", "tick 0: the answer is a JSON array, want an object"},
		{"{\"tick\":0,\"target\":NaN}\n", "tick 0: the answer is not JSON: " + invalid("N")},
		{"{\"tick\":0,\"target\":1e999}\n", `tick 0: the answer has an invalid "target": number 1e999`},
		{"{\"tick\":0,\"fire\":1}\n", `tick 0: the answer has an invalid "fire": number`},
		{"{\"tick\":-1}\n", `tick 0: the answer has an invalid "tick": number -1`},
		{`{"tick":0` + long + "}\n", "tick 0: the answer is longer than 4096 bytes"},
		{long + long, "tick 0: the answer is longer than 4096 bytes"},
		{"\n", "tick 0: the answer is not JSON: unexpected end of JSON input"},
	} {
		client, g := NewClient(strings.NewReader(c.output), io.Discard, DefaultInterval, 1), newGame(t, 1, 1)
		for range 100 {
			g.Step(engine.Input{client.Play(g), engine.Idle})
		}
		if err := client.Err(); err == nil || err.Error() != c.want {
			t.Errorf("output %.40q\n got %v\nwant %s", c.output, err, c.want)
		}
	}
}

// An error of the reader, such as a time limit, is the reason for which a program loses.
func TestReaderFails(t *testing.T) {
	errLimit := errors.New("no answer within the limit")
	in := io.MultiReader(strings.NewReader("{\"tick\":0}\n"), failingReader{errLimit})
	client, g := NewClient(in, io.Discard, DefaultInterval, 1), newGame(t, 1, 1)
	for range 100 {
		g.Step(engine.Input{client.Play(g), engine.Idle})
	}
	if err := client.Err(); !errors.Is(err, errLimit) || client.Decisions() != 1 {
		t.Errorf("error %v after %d decisions, want %v after 1", err, client.Decisions(), errLimit)
	}
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// TestAnswers checks the controls that are read from the answers of a program.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		line string
		want engine.Control
	}{
		{`{"tick":8}`, engine.Idle},
		{`{"tick":8,"target":0.5,"unknown":[1,{}]}`, engine.Control{Target: 32}},
		{`{"tick":8,"target":-3}`, engine.Control{}},
		{`{"tick":8,"target":1e300}`, engine.Control{Target: 80 * 64}},
		{`{"tick":8,"target":null,"move":-1}`, engine.Control{Target: engine.NoTarget, Move: -engine.MoveFull}},
		{`{"tick":8,"move":0.5,"fire":true}`, engine.Control{Target: -1, Move: 32, Buttons: engine.Fire}},
		{
			`{"tick":8,"move":1e9,"up":true,"warp":true}`,
			engine.Control{Target: -1, Move: 64, Buttons: engine.Up | engine.Warp},
		},
	} {
		if got, err := ParseAnswer([]byte(c.line), 8, 80); got != c.want || err != nil {
			t.Errorf("%s: got %+v, %v, want %+v", c.line, got, err, c.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for v, want := range map[number]string{
		0: "0", -0.0004: "0", 0.0005: "0.001", 12.3456: "12.346", -7.5: "-7.5", 100: "100", -300.25: "-300.25",
	} {
		if got, err := v.MarshalJSON(); string(got) != want || err != nil {
			t.Errorf("number %v: got %s, %v, want %s", float64(v), got, err, want)
		}
	}
}

// FuzzAnswer checks that every line is either an error or a control that the engine accepts.
func FuzzAnswer(f *testing.F) {
	f.Add([]byte(`{"tick":8,"target":40.5,"move":-0.25,"fire":true,"up":false,"down":true,"warp":null}`))
	f.Add([]byte(`{"tick":8,"target":-1e308}`))
	f.Add([]byte(`{"tick":1e999}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		c, err := ParseAnswer(line, 8, spec.FieldW)
		if err != nil && c != engine.Idle {
			t.Errorf("control %+v with the error %v", c, err)
		}
		if c.Target < engine.NoTarget || c.Target > spec.FieldW*64 || c.Move < -engine.MoveFull ||
			c.Move > engine.MoveFull || c.Buttons > engine.Fire|engine.Warp|engine.Up|engine.Down {
			t.Errorf("control %+v", c)
		}
	})
}

// docs/bots.md names each field of the protocol.
func TestProtocolIsDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/bots.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("version %d of the protocol.", ProtocolVersion); !bytes.Contains(doc, []byte(want)) {
		t.Errorf("docs/bots.md does not contain %q", want)
	}
	for _, line := range []any{
		helloLine{},
		levelLine{},
		stateLine{},
		landingLine{},
		paddleLine{},
		ballLine{},
		dropLine{},
		boltLine{},
		droneLine{},
		bossLine{},
		brickLine{},
		effectLine{},
		endLine{},
		answerLine{},
	} {
		typ := reflect.TypeOf(line)
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if !bytes.Contains(doc, []byte("`"+name+"`")) {
				t.Errorf("docs/bots.md does not name %s of %s", name, typ.Name())
			}
		}
	}
}
