package record

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"arkterm/engine"
)

// Parse reads what Text or Packed wrote, or a person. name is used in
// errors, which say name:line: what. A file that was cut off is read up to its
// last whole line.
func Parse(name string, data []byte) (*Recording, error) {
	text, cut, err := Unpack(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p := parser{r: &Recording{Rules: engine.Rules, Cut: cut}}
	for rest := string(text); rest != ""; {
		line, after, whole := strings.Cut(rest, "\n")
		rest = after
		if p.line++; !whole && p.playing {
			p.r.Cut = true
			break
		}
		if err := p.read(strings.TrimSuffix(line, "\r")); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, p.line, err)
		}
	}
	if p.line == 0 {
		return nil, fmt.Errorf("%s:1: %w", name, checkMagic(""))
	}
	if !p.playing {
		return nil, fmt.Errorf("%s: no line \"play\"", name)
	}
	return p.r, nil
}

// A parser reads a recording's text line by line.
type parser struct {
	r       *Recording
	line    int // number of the line, from 1
	playing bool
	file    []byte       // the text of the last file, while it is read; else nil
	text    int          // bytes of all files
	last    engine.Input // for differences
	any     bool         // there is one
}

func (p *parser) read(line string) error {
	if p.line == 1 {
		return checkMagic(strings.TrimSpace(line))
	}
	if p.file != nil && strings.HasPrefix(line, "|") {
		return p.fileLine(line[1:])
	}
	p.endFile()
	words := strings.Fields(line)
	switch {
	case len(words) == 0 || words[0][0] == '#':
		return nil
	case p.r.End != nil:
		return errors.New("something after the end")
	case p.playing:
		return p.step(words)
	case len(words) == 1 && words[0] == "play":
		p.playing = true
		return nil
	}
	return p.header(words)
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

// headerKeys are the words that begin a line of the header, for errors.
const headerKeys = "rules, made, date, player, opponent, mode, seed, pack, board, file, first, lives, difficulty, day, drops, storm, to, assist, speed, assisted, parent, level or play"

func (p *parser) header(words []string) error {
	r, key := p.r, words[0]
	if key == "assisted" && len(words) == 1 {
		r.Assisted = true
		return nil
	}
	if len(words) < 2 {
		return fmt.Errorf("%q without a value", key)
	}
	value, more := words[1], len(words) > 2
	var err error
	switch key {
	case "made":
		r.Made, err = nameOf(words[1:])
		more = false
	case "date":
		r.Date, err = nameOf(words[1:])
		more = false
	case "player":
		r.Player, err = nameOf(words[1:])
		more = false
	case "opponent":
		r.Opponent, err = nameOf(words[1:])
		more = false
	case "pack":
		r.Pack, err = nameOf(words[1:])
		more = false
	case "board":
		err = p.board(words[1:])
		more = false
	case "file":
		err = p.beginFile(words[1:])
		more = false
	case "level":
		r.Start, err = parseStart(words[1:])
		more = false
	case "parent":
		if len(words) != 3 {
			return errors.New("want: parent HASH TICK")
		}
		err = errors.Join(readHash(value, &r.Parent.Hash), readWord(words[2], &r.Parent.Tick))
		more = false
	case "rules":
		err = p.rules(value)
	case "mode":
		if r.Mode, err = engine.ModeNamed(value); err != nil {
			err = errors.New("this arkterm has no such mode: the recording was made by a newer arkterm")
		}
	case "seed":
		err = readWord(value, &r.Seed)
	case "first":
		err = readInt(value, &r.First, 1, maxBoards)
		r.First--
	case "lives":
		err = readInt(value, &r.Lives, 1, engine.LivesLimit)
	case "drops":
		err = readInt(value, &r.Drops, 0, 100)
	case "to":
		err = readInt(value, &r.To, 1, engine.MostTo)
	case "day":
		r.Day, err = engine.ParseDay(value)
	case "storm":
		err = readInt(value, &r.Storm, 1, engine.MaxStorm)
	case "difficulty":
		r.Difficulty, err = engine.DifficultyNamed(value)
	case "assist":
		r.Assists, err = engine.AssistsNamed(value)
		r.Assisted = r.Assisted || r.Assists != 0
	case "speed":
		err = readInt(value, &r.Speed, engine.LeastSpeed, engine.MostSpeed)
		r.Assisted = r.Assisted || r.Speed < engine.UsualSpeed
	default:
		return fmt.Errorf("unknown word %q, want %s", key, headerKeys)
	}
	if err != nil {
		return fmt.Errorf("%s %q: %w", key, value, err)
	}
	if more {
		return fmt.Errorf("%q after the value of %s", words[2], key)
	}
	return nil
}

// nameOf joins words to a name for people.
func nameOf(words []string) (string, error) {
	s := strings.Join(words, " ")
	if s != oneLine(s) {
		return "", fmt.Errorf("want at most %d characters, all of them visible", maxValue)
	}
	return s, nil
}

func (p *parser) rules(value string) error {
	if err := readInt(value, &p.r.Rules, 0, 1<<20); err != nil {
		return err
	}
	if p.r.Rules > engine.Rules {
		return errors.New("was made by a newer arkterm")
	}
	return nil
}

func (p *parser) board(words []string) (err error) {
	var b Board
	if len(p.r.Boards) == maxBoards {
		return fmt.Errorf("more than %d of them", maxBoards)
	}
	if err := readHash(words[0], &b.Digest); err != nil {
		return err
	}
	b.Name, err = nameOf(words[1:])
	p.r.Boards = append(p.r.Boards, b)
	return err
}

func (p *parser) beginFile(words []string) error {
	name, err := nameOf(words)
	if err != nil {
		return err
	}
	if len(p.r.Files) == maxFiles {
		return fmt.Errorf("more than %d of them", maxFiles)
	}
	p.r.Files = append(p.r.Files, File{Name: name})
	p.file = []byte{}
	return nil
}

func (p *parser) fileLine(line string) error {
	p.text += len(line) + 1
	if len(p.file)+len(line)+1 > maxFileText || p.text > maxFilesText {
		return fmt.Errorf("more than %d KiB of levels, or more than %d KiB in one file", maxFilesText>>10, maxFileText>>10)
	}
	p.file = append(append(p.file, line...), '\n')
	return nil
}

func (p *parser) endFile() {
	if p.file != nil {
		p.r.Files[len(p.r.Files)-1].Text = string(p.file)
	}
	p.file = nil
}

func (p *parser) step(words []string) error {
	switch words[0] {
	case "mark":
		var h uint64
		if len(words) != 2 {
			return errors.New("want: mark HASH")
		}
		if err := readHash(words[1], &h); err != nil {
			return fmt.Errorf("mark %q: %w", words[1], err)
		}
		p.r.addNote(note{fact: factMark, want: engine.HashText(h), line: p.line})
		return nil
	case "level":
		s, err := parseStart(words[1:])
		if err != nil {
			return fmt.Errorf("level: %w", err)
		}
		p.r.addNote(note{fact: factStart, want: startText(s), start: s, line: p.line})
		p.any = false
		return nil
	case "expect":
		if len(words) != 3 || facts[words[1]] == nil {
			return fmt.Errorf("want: expect FACT VALUE, with a fact out of %s", strings.Join(Facts(), ", "))
		}
		p.r.addNote(note{fact: words[1], want: strings.Clone(words[2]), line: p.line})
		return nil
	case "set":
		t, err := parseTerms(words[1:])
		if err != nil {
			return fmt.Errorf("set: %w", err)
		}
		p.r.addNote(note{fact: factTerms, terms: &t, line: p.line})
		p.r.Assisted = p.r.Assisted || t.Assisted()
		return nil
	case "end":
		return p.end(words[1:])
	}
	if strings.IndexAny(words[0], "+-") > 0 || len(words) > 1 && (words[1][0] == '+' || words[1][0] == '-') {
		return p.moves(words)
	}
	in, err := parseInput(words[1:])
	if err != nil {
		return err
	}
	return p.ticks(words[0], in)
}

// ticks takes so many ticks of an input.
func (p *parser) ticks(count string, in engine.Input) error {
	r, n := p.r, 0
	if err := readInt(count, &n, 1, engine.MaxTicks-r.ticks); err != nil {
		return fmt.Errorf("ticks %q: %w", count, err)
	}
	p.add(n, in)
	return nil
}

func (p *parser) add(n int, in engine.Input) {
	r := p.r
	r.ticks += n
	p.last, p.any = in, true
	if k := len(r.steps); k > 0 && r.steps[k-1].n > 0 && r.steps[k-1].in == in {
		r.steps[k-1].n += int32(n)
		return
	}
	r.addStep(recorded{n: int32(n), in: in})
}

// moves takes a line of differences: a number without a sign is how many ticks
// each of the targets after it holds. Blanks say nothing.
func (p *parser) moves(words []string) error {
	n := 0
	for i, w := range words {
		count := w
		if sign := strings.IndexAny(w, "+-"); sign >= 0 {
			count = w[:sign]
		}
		if count != "" {
			if err := readInt(count, &n, 1, engine.MaxTicks); err != nil {
				return fmt.Errorf("ticks %q: %w", count, err)
			}
		}
		if i == len(words)-1 && count == w {
			return fmt.Errorf("ticks %q of what?", w)
		}
		for by := range signed(w[len(count):]) {
			if err := p.move(n, by); err != nil {
				return err
			}
		}
	}
	return nil
}

// signed returns the numbers of a row in which each has a sign, +20+35-4, and those
// of the second player behind a bar, +20|-3+0|+5.
func signed(row string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for row != "" {
			end := 1
			for end < len(row) && (row[end] != '+' && row[end] != '-' || row[end-1] == '|') {
				end++
			}
			if !yield(row[:end]) {
				return
			}
			row = row[end:]
		}
	}
}

// move has the targets go on by a number with a sign, or two with a bar between them,
// for n ticks.
func (p *parser) move(n int, signs string) error {
	if n == 0 {
		return fmt.Errorf("%q for how many ticks?", signs)
	}
	in := p.last
	one, two, both := strings.Cut(signs, "|")
	if err := p.moveTarget(&in[0], one); err != nil {
		return err
	}
	if both {
		if err := p.moveTarget(&in[1], two); err != nil {
			return err
		}
	}
	if n > engine.MaxTicks-p.r.ticks {
		return fmt.Errorf("ticks %d: more than %d in all", n, engine.MaxTicks)
	}
	p.add(n, in)
	return nil
}

// moveTarget moves the target of c, which is that of the last input.
func (p *parser) moveTarget(c *engine.Control, sign string) error {
	by := 0
	if !p.any || c.Target < 0 {
		return fmt.Errorf("%q moves a target, and there is none", sign)
	}
	if sign == "" || sign[0] != '+' && sign[0] != '-' {
		return fmt.Errorf("move %q: want a number with its sign", sign)
	}
	if err := readInt(sign, &by, -math.MaxInt16, math.MaxInt16); err != nil {
		return fmt.Errorf("move %q: %w", sign, err)
	}
	to := int(c.Target) + by
	if to < 0 || to > math.MaxInt16 {
		return fmt.Errorf("%q moves the target to %d, want 0 to %d", sign, to, math.MaxInt16)
	}
	c.Target = int16(to)
	return nil
}

func (p *parser) end(words []string) error {
	e := &engine.Result{}
	if len(words) != 9 || words[1] != "ticks" || words[3] != "score" || words[5] != "level" || words[7] != "hash" {
		return errors.New("want: end PHASE ticks N score N level N hash HASH")
	}
	phase, err := phaseNamed(words[0])
	if err != nil {
		return fmt.Errorf("end %q: %w", words[0], err)
	}
	e.Phase = phase
	err = errors.Join(
		readWord(words[2], &e.Ticks), readInt(words[4], &e.Score, 0, engine.MaxScore),
		readInt(words[6], &e.Level, 1, maxBoards), readHash(words[8], &e.Hash),
	)
	if err != nil {
		return fmt.Errorf("end: %w", err)
	}
	e.Level--
	p.r.End = e
	return nil
}

// phaseNamed returns the phase with the given name.
func phaseNamed(name string) (engine.Phase, error) {
	var names []string
	for p := engine.Serve; p <= engine.Won; p++ {
		if p.String() == name {
			return p, nil
		}
		names = append(names, p.String())
	}
	return 0, fmt.Errorf("want a phase out of %s", strings.Join(names, ", "))
}

// parseTerms reads what Terms.String writes.
func parseTerms(words []string) (engine.Terms, error) {
	t := engine.Terms{Speed: engine.UsualSpeed}
	for ; len(words) > 0; words = words[2:] {
		if len(words) == 1 {
			return t, fmt.Errorf("%q without a value", words[0])
		}
		var err error
		switch words[0] {
		case "difficulty":
			t.Difficulty, err = engine.DifficultyNamed(words[1])
		case "assist":
			t.Assists, err = engine.AssistsNamed(words[1])
		case "speed":
			err = readInt(words[1], &t.Speed, engine.LeastSpeed, engine.MostSpeed)
		default:
			return t, fmt.Errorf("unknown word %q, want difficulty, assist or speed", words[0])
		}
		if err != nil {
			return t, fmt.Errorf("%s %q: %w", words[0], words[1], err)
		}
	}
	if t.Difficulty == engine.Usual {
		return t, errors.New("want: set difficulty NAME, then assist NAMES and speed N if need be")
	}
	return t, nil
}

func parseStart(words []string) (*engine.Start, error) {
	s := &engine.Start{Lives: engine.StartLives}
	if len(words) == 0 || len(words)%2 == 0 {
		return nil, errors.New("want: level NUMBER, then names with values")
	}
	if err := readInt(words[0], &s.Level, 1, maxBoards); err != nil {
		return nil, err
	}
	s.Level--
	for ; len(words) > 2; words = words[2:] {
		name, value := words[1], words[2]
		i := slices.IndexFunc(startFields[:], func(f startField) bool { return f.name == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown word %q in the start of a level", name)
		}
		if err := startFields[i].set(s, value); err != nil {
			return nil, fmt.Errorf("%s %q: %w", name, value, err)
		}
	}
	if s.Tick > engine.MaxTicks {
		return nil, fmt.Errorf("tick %d: want at most %d", s.Tick, uint64(engine.MaxTicks))
	}
	return s, nil
}

func parseInput(words []string) (engine.Input, error) {
	in := engine.Input{engine.Idle, engine.Idle}
	player := 0
	for len(words) > 0 {
		var err error
		used := 1
		switch c := &in[player]; {
		case words[0] == "|" && player == 0:
			player = 1
		case words[0] == "fire":
			c.Buttons |= engine.Fire
		case words[0] == "warp":
			c.Buttons |= engine.Warp
		case words[0] == "move" && len(words) > 1:
			err, used = readInt(words[1], &c.Move, -engine.MoveFull, engine.MoveFull), 2
		case words[0] == "at" && len(words) > 1:
			err, used = readInt(words[1], &c.Target, 0, math.MaxInt16), 2
		default:
			return in, fmt.Errorf("unknown input %q, want move N, at N, fire or warp", words[0])
		}
		if err != nil {
			return in, fmt.Errorf("%s %q: %w", words[0], words[1], err)
		}
		words = words[used:]
	}
	return in, nil
}

// readInt reads a number from lo to hi.
func readInt[T int | int8 | int16 | uint16](s string, to *T, lo, hi int) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < lo || n > hi {
		return fmt.Errorf("want a number from %d to %d", lo, hi)
	}
	*to = T(n)
	return nil
}

func readWord(s string, to *uint64) (err error) {
	if *to, err = strconv.ParseUint(s, 10, 64); err != nil {
		return errors.New("want a number from 0 to 2⁶⁴−1")
	}
	return nil
}

func readHash(s string, to *uint64) (err error) {
	if *to, err = strconv.ParseUint(s, 16, 64); err != nil || len(s) != 16 {
		return errors.New("want 16 hexadecimal digits")
	}
	return nil
}

// readFloat reads a number as floatOf writes it: neither NaN nor infinite.
func readFloat(s string, to *float64) error {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || floatOf(x) != s {
		return errors.New("want a number in its shortest form")
	}
	*to = x
	return nil
}

func readBit(s string, to *bool) error {
	if s != "0" && s != "1" {
		return errors.New("want 0 or 1")
	}
	*to = s == "1"
	return nil
}
