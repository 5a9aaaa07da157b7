package record

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
)

// recordWild records a minute of random play.
func recordWild(t testing.TB, seed uint64) (*Recording, *engine.Game, []spec.Level) {
	t.Helper()
	levels := []spec.Level{honeycomb(), honeycomb()}
	c := engine.Config{Setup: engine.Setup{Seed: seed, First: 1, Lives: 3}, Levels: levels}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r := New(c, "Test")
	w := &wildPlayer{rng: engine.Random(seed)}
	for range 60 * engine.TicksPerSecond {
		in := engine.Input{w.play(), engine.Idle}
		r.Add(in)
		g.Step(in)
		r.Checkpoint(g)
	}
	return r, g, levels
}

func TestPlaybackIsExact(t *testing.T) {
	r, g, levels := recordWild(t, 3)
	text := r.Text()
	back, err := Parse("x.ark", text)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(back.Text(), text) {
		t.Error("Parse and Text change the text")
	}
	if back.Ticks() != 60*engine.TicksPerSecond {
		t.Errorf("Ticks() = %d, want %d", back.Ticks(), 60*engine.TicksPerSecond)
	}
	again, err := back.Play(levels, nil)
	if err != nil {
		t.Fatal(err)
	}
	if again.Hash() != g.Hash() {
		t.Error("Play() ends differently than the recorded game")
	}
}

func TestPlaybackFindsMismatch(t *testing.T) {
	r, _, levels := recordWild(t, 4)
	var m *Mismatch
	// One more tick of the first input shifts all later inputs.
	r.steps[0].n++
	if _, err := r.Play(levels, nil); !errors.As(err, &m) {
		t.Errorf("Play() error = %v, want a mismatch", err)
	}
	r.steps[0].n--
	r.Seed++
	if _, err := r.Play(levels, nil); !errors.As(err, &m) {
		t.Errorf("Play() with another seed: error %v, want a mismatch", err)
	}
	if _, err := r.Play(levels[:1], nil); err == nil || !strings.Contains(err.Error(), "other levels") {
		t.Errorf("Play() with other levels: error %v, want one with \"other levels\"", err)
	}
}

func TestPlayReturnsCallerError(t *testing.T) {
	r, _, levels := recordWild(t, 5)
	stop := errors.New("enough")
	g, err := r.Play(levels, func(g *engine.Game) error {
		if g.Tick == 100 {
			return stop
		}
		return nil
	})
	if err != stop || g.Tick != 100 {
		t.Errorf("Play() = tick %[2]d, %[1]v, want tick 100, %[3]v", err, g.Tick, stop)
	}
}

func TestParseErrors(t *testing.T) {
	const head = "arkterm recording 1\n"
	for _, tt := range []struct{ text, want string }{
		{"", `x.ark:1: not a recording`},
		{"hello\n", `x.ark:1: not a recording`},
		{
			`{"version": 2, "width": 80, "height": 24}` + "\n[0.1, \"o\", \"x\"]\n",
			`x.ark:1: not a recording but an asciicast; to play it, use: asciinema play FILE`,
		},
		{`{"version":3,"term":{"cols":80,"rows":24}}`, `x.ark:1: not a recording but an asciicast`},
		{`{"width": 80}`, `x.ark:1: not a recording: want the first line`},
		{"arkterm recording 0\n", `x.ark:1: not a recording`},
		{"arkterm recording 2\n", `x.ark:1: "arkterm recording 2" was made by a newer arkterm`},
		{head, `x.ark: no line "play"`},
		{head + "seed\n", `x.ark:2: missing value for "seed"`},
		{head + "seed −1\n", `x.ark:2: seed "−1"`},
		{head + "seed 1 2\n", `x.ark:2: unexpected "2" after the value of seed`},
		{head + "lives 99\n", `x.ark:2: lives "99": want a number from 1 to 15`},
		{head + "luck 9\n", `x.ark:2: unknown word "luck"`},
		{head + "speed 9\n", `x.ark:2: speed "9": want a number from 25 to 150`},
		{head + "assist wings\n", `x.ark:2: assist "wings": want none, or some of aim, wide, slow and lives`},
		{head + "assist speed\n", `x.ark:2: assist "speed": want none, or some of`},
		{head + "play\nset speed 80\n", `x.ark:3: set: want: set difficulty NAME`},
		{head + "play\nset difficulty easy speed\n", `x.ark:3: set: missing value for "speed"`},
		{head + "play\nset difficulty easy luck 9\n", `x.ark:3: set: unknown word "luck"`},
		{head + "play\n0\n", `x.ark:3: ticks "0"`},
		{head + "play\n-5 fire\n", `x.ark:3: ticks "-5"`},
		{head + "play\n99999999\n", `x.ark:3: ticks "99999999"`},
		{head + "play\n3456000\n1\n", `x.ark:4: ticks "1"`},
		{head + "play\n1 jump\n", `x.ark:3: unknown input "jump"`},
		{head + "play\n1 move\n", `x.ark:3: unknown input "move"`},
		{head + "play\n1 move 65\n", `x.ark:3: move "65": want a number from -64 to 64`},
		{head + "play\n1 at -1\n", `x.ark:3: at "-1"`},
		{head + "play\n5 at 9\n-0 +604\n", `x.ark:4: move "-0" without a number of ticks`},
		{head + "play\n5 at 9\n1 +604 2\n", `x.ark:4: ticks "2" without a move`},
		{head + "play\n5 at 9\n1 -10\n", `x.ark:4: move "-10": target -1, want 0 to 32767`},
		{head + "play\n5\n1 -10\n", `x.ark:4: move "-10" without a previous target`},
		{head + "play\n5 at 9\nlevel 2\n1 -1\n", `x.ark:5: move "-1" without a previous target`},
		{head + "play\n5 at 9\n3456000 +1\n", `x.ark:4: ticks 3456000: want at most 3456000 in total`},
		{head + "play\n1 +1x\n", `x.ark:3: move "+1x" without a previous target`},
		{head + "play\n5 at 9\n1+0|+1\n", `x.ark:4: move "+1" without a previous target`},
		{head + "play\n5 at 9 | at 9\n1+1|\n", `x.ark:4: move "": want a number with a sign`},
		{head + "play\n5 at 9 | at 9\n1+1|9\n", `x.ark:4: move "9": want a number with a sign`},
		{head + "to 22\n", `x.ark:2: to "22": want a number from 1 to 21`},
		{head + "play\nlevel 2 tick\n", `x.ark:3: level: want: level NUMBER`},
		{head + "play\nlevel 2 luck 3\n", `x.ark:3: level: unknown word "luck"`},
		{head + "play\nlevel 2 paddle Inf\n", `x.ark:3: level: paddle "Inf": want a number`},
		{head + "level 2 lives 99\n", `x.ark:2: level "2": lives "99": want a number from 1 to`},
		{head + "parent 1\n", `x.ark:2: want: parent HASH TICK`},
		{head + "file\n", `x.ark:2: missing value for "file"`},
		{head + "|x\n", `x.ark:2: missing value for "|x"`},
		{
			head + "file x\n|" + strings.Repeat("x", 70_000) + "\n",
			`x.ark:3: level files too large, want at most 512 KiB in total and 64 KiB per file`,
		},
		{head + "board x y\n", `x.ark:2: board "x": want 16 hexadecimal digits`},
		{head + "mode x\n", `x.ark:2: mode "x": unknown mode (from a newer version of arkterm)`},
		{head + "play\nend over\n", `x.ark:3: want: end PHASE ticks N`},
		{
			head + "play\nend x ticks 1 score 1 level 1 hash 0123456789abcdef\n",
			`x.ark:3: end "x": want serve, play, lost, clear, over, won or bonus`,
		},
		{head + "play\nend over ticks 1 score -1 level 1 hash 0123456789abcdef\n", `x.ark:3: end: want a number`},
		{
			head + "play\nend over ticks 1 score 1 level 1 hash 0123456789abcdef\n1\n",
			`x.ark:4: unexpected line after "end"`,
		},
		{head + "play\n1 | | fire\n", `x.ark:3: unknown input "|"`},
		{head + "play\nmark 12\n", `x.ark:3: mark "12": want 16 hexadecimal digits`},
		{
			head + "play\nexpect luck 3\n",
			`x.ark:3: want: expect FACT VALUE, with one of the facts assists, ball-vx`,
		},
		{head + "play\nexpect mark none\n", `x.ark:3: want: expect FACT VALUE, with one of the facts assists, ball-vx`},
	} {
		_, err := Parse("x.ark", []byte(tt.text))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Parse(%q) error = %v, want %s", tt.text, err, tt.want)
		}
	}
}

// A recording is full after four hours. It keeps its content and can be parsed.
func TestFullRecording(t *testing.T) {
	r := New(engine.Config{Levels: []spec.Level{honeycomb()}}, "Two  blanks")
	r.steps = append(r.steps, step{n: engine.MaxTicks - 2, in: engine.Input{engine.Idle, engine.Idle}})
	r.ticks = engine.MaxTicks - 2
	for k := range 10 {
		r.Add(engine.Input{{Target: int16(k)}, engine.Idle})
	}
	if r.Ticks() != engine.MaxTicks || len(r.steps) != 3 {
		t.Errorf("the full recording has %d ticks in %d steps, want %d in 3", r.Ticks(), len(r.steps), engine.MaxTicks)
	}
	back, err := Parse("x", r.Text())
	if err != nil || back.Ticks() != engine.MaxTicks || !bytes.Equal(back.Text(), r.Text()) {
		t.Errorf("Parse() of the full recording differs from it, error %v", err)
	}
}

// No input may cause a panic, and an accepted text has one canonical form.
func FuzzParse(f *testing.F) {
	f.Add([]byte("arkterm recording 1\nseed 7\nplay\n12 move -3 fire | at 99\nexpect score 0\n"))
	f.Add([]byte("arkterm recording 1\nmode storm\nstorm 40\nlevel 2 storm 9\nplay\n1 fire\n90\n"))
	f.Add([]byte("arkterm recording 1\nmode daily\nday 2026-11-22\nplay\n5\n"))
	f.Add([]byte("arkterm recording 1\nmode time-attack\nlevel 1 tick 7 clock 90\nplay\n99\nexpect clock 0\n"))
	f.Add([]byte("arkterm recording 1\nmode endless\nplay\n1 fire\n300\nexpect rows 6\n"))
	f.Add([]byte("arkterm recording 1\nmode arkanong\nto 3\nplay\n2 at 7 | at 9\n1+2+0|-3 2+1|+1\n"))
	f.Add([]byte("arkterm recording 1\nassist aim,slow\nspeed 60\nlevel 2 easiest kids assisted speed\nplay\n3\n" +
		"set difficulty hard assist wide speed 150\n2\n"))
	r, _, _ := recordWild(f, 1)
	f.Add(r.Text()[:400])
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Parse("x", text)
		if err != nil {
			return
		}
		canonical := r.Text()
		back, err := Parse("x", canonical)
		if err != nil {
			t.Fatalf("error %v in\n%s", err, canonical)
		}
		if !bytes.Equal(back.Text(), canonical) {
			t.Fatalf("Text() after Parse() =\n%s\nwant:\n%s", back.Text(), canonical)
		}
	})
}

// playThrough plays levels with a bot until the game is won, and returns the game and its recording.
func playThrough(t testing.TB, levels []spec.Level) (*Recording, *engine.Game) {
	t.Helper()
	c := engine.Config{Setup: engine.Setup{Seed: 9, Lives: engine.MaxLives}, Levels: levels}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r, bot := New(c, "Test"), bot.New(9)
	for !g.Phase.Ended() && g.Tick < 20*60*engine.TicksPerSecond {
		in := engine.Input{bot.Play(g), engine.Idle}
		r.Add(in)
		g.Step(in)
		r.Checkpoint(g)
	}
	r.Close(g)
	if g.Phase != engine.Won {
		t.Fatalf("phase at the end of the bot's game = %s, want won", g.Phase)
	}
	return r, g
}

// A game from the recorded start of a level is identical to the complete game in every tick.
func TestPlayFromLevelStart(t *testing.T) {
	levels := []spec.Level{mixed(), mixed(), honeycomb(), mixed()}
	r, end := playThrough(t, levels)
	starts := r.Starts()
	if len(starts) != len(levels)-1 {
		t.Fatalf("Starts() has %d entries for %d levels, want one less than the levels", len(starts), len(levels))
	}
	for k := range starts {
		c := engine.Config{Levels: levels, Start: &starts[k]}
		g, err := engine.New(c)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := g.Start(); !ok || s != starts[k] {
			t.Errorf("level %d: Start() of a game that continues from\n%+v\nis\n%+v\nwant the same", k+2, starts[k], s)
		}
		through, err := r.Begin(levels)
		for err == nil && through.Game.Tick < g.Tick {
			_, err = through.Next()
		}
		for err == nil && !through.Ended() {
			in := through.r.steps[through.next].in
			g.Step(in)
			if _, err = through.Next(); g.Hash() != through.Game.Hash() {
				t.Fatalf("level %d: the continued game differs from the playback at tick %d", k+2, g.Tick)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if g.Hash() != end.Hash() {
			t.Errorf("the game continued from level %d ends differently", k+2)
		}
	}
}

// The recordings of single levels can be played separately, and each identifies the previous one.
func TestSplitLevels(t *testing.T) {
	levels := []spec.Level{mixed(), mixed(), mixed()}
	r, end := playThrough(t, levels)
	links := r.SplitLevels()
	if len(links) != len(levels) {
		t.Fatalf("SplitLevels() = %d recordings, want %d", len(links), len(levels))
	}
	ticks := 0
	var last uint64
	for k, link := range links {
		text := link.Text()
		back, err := Parse("link", text)
		if err != nil {
			t.Fatalf("error %v in\n%s", err, text[:400])
		}
		if !bytes.Equal(back.Text(), text) {
			t.Errorf("level %d: Parse and Text change the text", k+1)
		}
		if back.Parent.Hash != last || k > 0 && back.Parent.Tick != uint64(ticks) {
			t.Errorf("level %d: Parent = %+v, want %016x at tick %d", k+1, back.Parent, last, ticks)
		}
		g, err := back.Play(levels, (*engine.Game).Check)
		if err != nil {
			t.Fatalf("level %d: %v", k+1, err)
		}
		last, ticks = g.Hash(), ticks+back.Ticks()
	}
	if last != end.Hash() || ticks != r.Ticks() {
		t.Errorf("last hash %016x, want %016x; %d ticks, want %d", last, end.Hash(), ticks, r.Ticks())
	}
	links[1].Start.Lives--
	var m *Mismatch
	if _, err := links[1].Play(levels, nil); !errors.As(err, &m) {
		t.Errorf("Play() from another saved state: error %v, want a mismatch", err)
	}
}

// Invalid starts are rejected.
func TestStartOutOfRange(t *testing.T) {
	l := []spec.Level{honeycomb()}
	g, err := engine.New(engine.Config{Levels: l})
	if err != nil {
		t.Fatal(err)
	}
	good, ok := g.Start()
	if !ok {
		t.Fatal("Start of a new game returns false")
	}
	if _, err := engine.New(engine.Config{Levels: l, Start: &good}); err != nil {
		t.Error(err)
	}
	nan := math.NaN()
	for i, spoil := range []func(*engine.Start){
		func(s *engine.Start) { s.Level = 1 },
		func(s *engine.Start) { s.Level = -1 },
		func(s *engine.Start) { s.Tick = 1 << 40 },
		func(s *engine.Start) { s.Score = -1 },
		func(s *engine.Start) { s.Lives = 0 },
		func(s *engine.Start) { s.Lives = 8 },
		func(s *engine.Start) { s.Players[0].Paddle = nan },
		func(s *engine.Start) { s.Players[0].Paddle = 0 },
		func(s *engine.Start) { s.Players[0].PaddleV = nan },
		func(s *engine.Start) { s.Players[0].PaddleV = 1e9 },
		func(s *engine.Start) { s.Players[0].Dir = 2 },
		func(s *engine.Start) { s.Players[0].Held = 1000 },
		func(s *engine.Start) { s.Players[0].LastShot = 5 },
		func(s *engine.Start) { s.Players[0].StunnedUntil = 1 << 30 },
	} {
		bad := good
		spoil(&bad)
		if _, err := engine.New(engine.Config{Levels: l, Start: &bad}); err == nil {
			t.Errorf("case %d: New accepts %+v", i, bad)
		}
	}
}

// A recording up to a tick reproduces the game up to that tick.
func TestUntil(t *testing.T) {
	r, g, levels := recordWild(t, 6)
	r.Close(g)
	for _, tick := range []uint64{0, 1, 1199, 1200, 1201, 7000, uint64(r.Ticks())} {
		part := r.Until(tick)
		if part.Tick() != tick || part.Parent != (Parent{g.Hash(), tick}) || part.End != nil {
			t.Errorf("Until(%d): %d ticks, parent %+v, want that tick, the hash of the game, and no End",
				tick, part.Tick(), part.Parent)
		}
		if !bytes.HasSuffix(part.Text(), []byte("\n")) {
			t.Errorf("Until(%d).Text() does not end with a newline", tick)
		}
		p, err := part.Play(levels, nil)
		if err != nil || p.Tick != tick {
			t.Errorf("Play() of Until(%d) ends at tick %d, error %v", tick, p.Tick, err)
		}
	}
}

func TestAssistedRoundTrip(t *testing.T) {
	r := New(engine.Config{Setup: engine.Setup{Seed: 1}}, "")
	r.Assisted = true
	r.Add(engine.Input{engine.Idle, engine.Idle})
	got, err := Parse("test", r.Text())
	if err != nil || !got.Assisted || string(got.Text()) != string(r.Text()) {
		t.Errorf("Parse() = %+v, %v, want Assisted and the same text", got, err)
	}
}

// Moves can be separated by spaces, as in earlier versions, or not.
func TestMovesWithAndWithoutSpaces(t *testing.T) {
	const head = recordingMagic + "\nplay\n1 at 100\n"
	var texts []string
	for _, moves := range []string{"4 +20 +35 -40 3 +38 12 -1", "4+20+35-40 3+38 12-1", "4 +20+35 -40 3+38 12-1"} {
		r, err := Parse("x", []byte(head+moves+"\n"))
		if err != nil {
			t.Fatalf("%s: %v", moves, err)
		}
		texts = append(texts, string(r.Text()))
	}
	if !strings.Contains(texts[0], "\n4+20+35-40 3+38 12-1\n") || texts[1] != texts[0] || texts[2] != texts[0] {
		t.Errorf("Text() of the three forms = %q, want identical texts without spaces", texts)
	}
	for moves, want := range map[string]string{
		"4+20 3":    "without a move",
		"4+20+":     "want a number",
		"4+20x":     "want a number",
		"4+-20":     "want a number",
		"0+20":      "want a number from 1",
		"4-101":     "target -1",
		"4x+20":     "ticks",
		"4+20 fire": "ticks",
	} {
		if _, err := Parse("x", []byte(head+moves+"\n")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse() of the moves %q: error %v, want %q", moves, err, want)
		}
	}
}
