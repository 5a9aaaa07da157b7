package app

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
)

func TestEveryEntryIsComplete(t *testing.T) {
	keys := map[string]bool{}
	for i, e := range guideEntries {
		if e.Key == "" || e.Name() == "" || e.Description() == "" || len(e.Key) > maxUnknownLength || keys[e.Key] {
			t.Errorf("entry %d is incomplete or has the key of another entry: %+v", i, e)
		}
		keys[e.Key] = true
		if i > 0 && e.Chapter < guideEntries[i-1].Chapter {
			t.Errorf("%s is not in the order of the chapters", e.Key)
		}
		if text := (guideKeys{"M", "F", "S", "U", "D", "W"}).Expand(e.Description()); strings.ContainsAny(text, "{}") {
			t.Errorf("the description of %s has an unknown placeholder: %q", e.Key, text)
		}
	}
	for k := range spec.NumPlacedKinds {
		if guideEntries[brickEntry(spec.Kind(k))].Key != "brick "+spec.Kinds[k].Name {
			t.Errorf("brickEntry(%d) is a different entry", k)
		}
	}
	if guideEntries[dropEntry(spec.NumDrops-1)].Name() != spec.Drops[spec.NumDrops-1].Label ||
		guideEntries[bossEntry(spec.Heart)].Name() != "heart" {
		t.Error("dropEntry or bossEntry returns a different entry")
	}
	if brickEntry(spec.BossBody) != -1 {
		t.Error("brickEntry(BossBody) is an entry, want -1")
	}
}

func TestFieldGuideTextRoundTrip(t *testing.T) {
	b := new(FieldGuide)
	for i := range numEntries {
		if i%3 == 0 && !b.Meet(i) {
			t.Errorf("Meet(%d) = false the first time, want true", i)
		}
	}
	b.unknown = []string{"brick unobtainium", "drop unobtainium"}
	c := ReadFieldGuide(b.Text())
	if c.met != b.met || !slices.Equal(c.unknown, b.unknown) {
		t.Errorf("ReadFieldGuide(b.Text()) is\n%s\nwant\n%s", c.Text(), b.Text())
	}
	if c.Meet(0) {
		t.Error("Meet(0) = true for a known entry, want false")
	}
}

// Any file content gives a valid field guide of limited size.
func FuzzReadFieldGuide(f *testing.F) {
	f.Add([]byte("# a\nbrick plain\ndrop expand\nrule combos\nnonsense\n\x00"))
	f.Add(bytes.Repeat([]byte("x\n"), 1000))
	f.Fuzz(func(t *testing.T, text []byte) {
		b := ReadFieldGuide(text)
		if again := ReadFieldGuide(b.Text()); again.met != b.met || !slices.Equal(again.unknown, b.unknown) {
			t.Errorf("read a second time, the field guide is %q, want %q", again.Text(), b.Text())
		}
		if len(b.unknown) > maxUnknownLines {
			t.Errorf("%d unknown lines are kept, want at most %d", len(b.unknown), maxUnknownLines)
		}
	})
}

// watchBot returns a watch that has observed the given number of ticks of a bot's game, and the game.
func watchBot(t *testing.T, c engine.Config, ticks int) (*guideWatch, *engine.Game) {
	t.Helper()
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	w, b := newGuideWatch(new(FieldGuide)), bot.New(1)
	for range ticks {
		g.Step(engine.Input{b.Play(g), engine.Idle})
		w.Observe(g)
	}
	return w, g
}

// The sample of each entry, except rare ones, shows the entry within a minute.
func TestSampleOfEachEntryShowsIt(t *testing.T) {
	rare := []int{
		ruleEntry(extraLivesRule), ruleEntry(recallingRule), ruleEntry(warpingRule),
		ruleEntry(horizontalFlightRule), ruleEntry(burstsRule), ruleEntry(livesRule), ruleEntry(slowTimeRule),
	}
	for i := range numEntries {
		if slices.Contains(rare, i) {
			continue
		}
		c := sampleGame(i)
		g, err := engine.New(c)
		if err != nil {
			t.Errorf("%s: %v", guideEntries[i].Key, err)
			continue
		}
		w, b := newGuideWatch(new(FieldGuide)), bot.New(1)
		for range 60 * engine.TicksPerSecond {
			if w.guide.met[i] {
				break
			}
			g.Step(engine.Input{b.Play(g), engine.Idle})
			w.Observe(g)
		}
		if !w.guide.met[i] {
			t.Errorf("%s is not met in its sample", guideEntries[i].Key)
		}
	}
}

// The sample of each entry is a valid game whose bricks are at different places.
func TestEverySampleIsAValidGame(t *testing.T) {
	for i := range numEntries {
		g, err := engine.New(sampleGame(i))
		if err != nil {
			t.Errorf("%s: %v", guideEntries[i].Key, err)
			continue
		}
		taken := map[geom.Vec]bool{}
		for k := range g.Bricks {
			center, _ := g.Shape(k).Circle()
			if taken[center] && g.Bricks[k].Hits > 0 {
				t.Errorf("%s: two bricks at %v", guideEntries[i].Key, center)
			}
			taken[center] = true
		}
	}
}

func TestWatchDoesNotChangeTheGame(t *testing.T) {
	c := engine.Config{Levels: levels.Shipped().Levels}
	c.Seed = 3
	_, watched := watchBot(t, c, 5000)
	alone, _ := engine.New(c)
	b := bot.New(1)
	for range 5000 {
		alone.Step(engine.Input{b.Play(alone), engine.Idle})
	}
	if watched.Hash() != alone.Hash() {
		t.Error("the watched game differs")
	}
}

func TestWatchDoesNotAllocate(t *testing.T) {
	c := engine.Config{Levels: levels.Shipped().Levels}
	w, g := watchBot(t, c, 2000)
	b := bot.New(2)
	n := testing.AllocsPerRun(500, func() {
		g.Step(engine.Input{b.Play(g), engine.Idle})
		w.Observe(g)
		w.Lesson(g)
	})
	if n != 0 {
		t.Errorf("%.1f allocations per tick", n)
	}
}

// A drop has a label from the first time that it falls until no drop of its kind falls, and never again.
func TestDropIsLabeledOnce(t *testing.T) {
	c := sampleGame(dropEntry(spec.DropExpand))
	g, _ := engine.New(c)
	w, b := newGuideWatch(new(FieldGuide)), bot.New(1)
	labeled, count := false, 0
	for range 60 * engine.TicksPerSecond {
		g.Step(engine.Input{b.Play(g), engine.Idle})
		w.Observe(g)
		if now := w.LabeledDrops()[spec.DropExpand]; now != labeled {
			labeled = now
			if now {
				count++
			}
		}
	}
	if count != 1 || labeled {
		t.Errorf("the drop is labeled %d times, labeled at the end = %v; want 1 and false", count, labeled)
	}
}

// Before the first serve, one brick of each new kind has a label, except plain bricks. The labels stay for a short time
// after the serve, and do not appear in later games.
func TestBricksAreLabeledAtTheFirstServe(t *testing.T) {
	names := func(w *guideWatch, g *engine.Game) (all []spec.Kind) {
		for _, k := range w.AppendLabeledBricks(nil) {
			all = append(all, g.Bricks[k].Kind)
		}
		return all
	}
	c := sampleGame(brickEntry(spec.Bomb))
	g, _ := engine.New(c)
	w := newGuideWatch(new(FieldGuide))
	idle := engine.Input{engine.Idle, engine.Idle}
	fire := engine.Input{{Target: engine.NoTarget, Buttons: engine.Fire}, engine.Idle}
	g.Step(idle)
	if w.Observe(g); !slices.Equal(names(w, g), []spec.Kind{spec.Bomb}) {
		t.Errorf("labels before the serve: %v, want one bomb", names(w, g))
	}
	g.Step(fire)
	if !w.Observe(g) || !w.guide.Met(brickEntry(spec.Bomb)) || !w.guide.Met(brickEntry(spec.Plain)) ||
		len(names(w, g)) != 1 {
		t.Errorf("labels at the serve: %v, want one", names(w, g))
	}
	for range labelTicks {
		g.Step(idle)
		w.Observe(g)
	}
	if len(names(w, g)) != 0 {
		t.Errorf("labels %d ticks later: %v, want none", labelTicks, names(w, g))
	}
	again, _ := engine.New(c)
	w.Begin()
	again.Step(idle)
	if w.Observe(again); len(names(w, again)) != 0 {
		t.Errorf("labels in the next game: %v, want none", names(w, again))
	}
}

// The lowest visible brick of a kind has the label. Of equally low bricks, the one nearest to the middle has it.
func TestLowestBrick(t *testing.T) {
	c := engine.Config{W: sampleFieldW, H: sampleH}
	c.Levels = []spec.Level{{Bricks: []spec.BrickSpec{
		hexagon(0, 2, spec.Plain), hexagon(8, 1, spec.Bomb), hexagon(4, 1, spec.Bomb), hexagon(2, 1, spec.Bomb),
		hexagon(5, 0, spec.Bomb),
	}}}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if got := lowestBrick(g, spec.Bomb); got != 2 {
		t.Errorf("lowestBrick = %d, want 2", got)
	}
	g.Bricks[2].Hits, g.Bricks[3].Hidden = 0, true
	if got := lowestBrick(g, spec.Bomb); got != 1 {
		t.Errorf("lowestBrick without bricks 2 and 3 = %d, want 1", got)
	}
	if got := lowestBrick(g, spec.Quad); got != -1 {
		t.Errorf("lowestBrick of a kind without bricks = %d, want -1", got)
	}
}

// A brick that becomes visible after the serve is met and labeled when it is hit. If the hit has broken it, it has no
// label.
func TestBricksMetAfterTheServe(t *testing.T) {
	for hits := range 2 {
		for _, kind := range []spec.Kind{spec.Plain, spec.Bomb} {
			w := newGuideWatch(new(FieldGuide))
			g := &engine.Game{Bricks: []engine.Brick{{Kind: kind, Hits: uint8(hits)}}}
			hit := engine.Event{Kind: engine.BrickHit}
			if !w.recordEvent(g, &hit) || !w.guide.Met(brickEntry(kind)) || w.recordEvent(g, &hit) {
				t.Errorf("%s with %d hits: not met at the first event only", spec.Kinds[kind].Name, hits)
			}
			if got := w.AppendLabeledBricks(nil); len(got) != hits {
				t.Errorf("%s with %d hits: labeled bricks %v, want %d", spec.Kinds[kind].Name, hits, got, hits)
			}
		}
	}
}

// The lessons appear in order. Each is shown until the player has done what it teaches, and not again in the next game.
func TestLessonsAreTaughtOnce(t *testing.T) {
	c := engine.Config{Levels: levels.Shipped().Levels}
	g, _ := engine.New(c)
	w := newGuideWatch(new(FieldGuide))
	step := func(in engine.Control) {
		g.Step(engine.Input{in, engine.Idle})
		w.Observe(g)
	}
	given := func() string {
		l, _ := w.Lesson(g)
		return l.Text
	}
	for range 600 {
		step(engine.Idle)
	}
	if l, ok := w.Lesson(g); !ok || l.Text != *ruleRows[steeringRule].lesson || l.Number != 1 {
		t.Errorf("while the player is idle, Lesson() = %+v, want the first lesson", l)
	}
	for range 100 {
		step(engine.Control{Move: engine.MoveFull, Target: engine.NoTarget})
	}
	if l, ok := w.Lesson(g); !ok || l.Text != *ruleRows[aimingRule].lesson || l.Number != 2 {
		t.Errorf("after the paddle has moved, Lesson() = %+v, want the second lesson", l)
	}
	b := bot.New(1)
	seen := map[string]bool{}
	for range 120 * engine.TicksPerSecond {
		in := b.Play(g)
		if g.Phase == engine.Play { // press fire only when the lesson about shoves requests it
			in.Buttons = 0
			if given() == *ruleRows[shovingRule].lesson && g.Tick%2 == 0 {
				in.Buttons = engine.Fire
			}
		}
		step(in)
		seen[given()] = true
	}
	for r := range ruleRows {
		if row := &ruleRows[r]; row.lesson != nil && guideRule(r) > aimingRule &&
			(!w.guide.met[ruleEntry(guideRule(r))] || !seen[*row.lesson]) {
			t.Errorf("lesson %s, after two minutes of level 1: shown %v, met %v; want true, true", row.name,
				seen[*row.lesson],
				w.guide.met[ruleEntry(guideRule(r))])
		}
	}
	g, _ = engine.New(c)
	w = newGuideWatch(ReadFieldGuide(w.guide.Text()))
	if step(engine.Idle); given() != "" {
		t.Errorf("the next game shows the lesson %q, want none", given())
	}
}

func TestLessonsCanBeSkipped(t *testing.T) {
	g, _ := engine.New(engine.Config{Levels: levels.Shipped().Levels})
	w := newGuideWatch(new(FieldGuide))
	if _, ok := w.Lesson(g); !ok {
		t.Error("there is no lesson in the first game")
	}
	if !w.FieldGuide().SkipLessons() || w.FieldGuide().SkipLessons() {
		t.Error("SkipLessons() does not return true, then false")
	}
	if l, ok := w.Lesson(g); ok {
		t.Errorf("after the lessons were skipped, Lesson() = %+v, want none", l)
	}
}

// If two processes save their field guides, the file has the entries of both.
func TestMergeFieldGuides(t *testing.T) {
	var a, b, both FieldGuide
	a.Meet(1)
	b.Meet(2)
	both.Meet(1)
	both.Meet(2)
	later := []byte("brick of a later version\n")
	want := string(append(both.Text(), later...))
	if got := string(MergeFieldGuides(append(a.Text(), later...), append(b.Text(), later...))); got != want {
		t.Errorf("merged is\n%s\nwant\n%s", got, want)
	}
}
