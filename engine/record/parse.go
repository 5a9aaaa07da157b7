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
	"arkterm/engine/parse"
)

// Parse parses a recording's text, or a container with the text. Errors have the form name:line: message. A truncated
// file is parsed up to its last complete line.
func Parse(name string, data []byte) (*Recording, error) {
	text, cut, err := Unpack(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if text, err = parse.Text(text); err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
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

// A parser parses a recording's text line by line.
type parser struct {
	r         *Recording   // result
	line      int          // number of the current line, from 1
	playing   bool         // the line "play" was parsed
	file      []byte       // text of the current level file; nil if there is none
	fileBytes int          // bytes of all level files
	last      engine.Input // previous input; relative moves change its targets
	hasLast   bool         // whether last is set
}

// read parses one line, without its end.
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
		return errors.New("unexpected line after \"end\"")
	case p.playing:
		return p.step(words)
	case len(words) == 1 && words[0] == "play":
		p.playing = true
		return nil
	}
	return p.header(words)
}

// checkMagic returns an error unless line is the first line of a recording that this version can read.
func checkMagic(line string) error {
	if line == recordingMagic {
		return nil
	}
	if v, ok := strings.CutPrefix(line, textMagic); ok {
		if n, err := strconv.Atoi(v); err == nil && n > 1 {
			return fmt.Errorf("%q was made by a newer arkterm", line)
		}
	}
	if strings.HasPrefix(line, "{") && strings.Contains(line, `"version"`) {
		return errors.New("not a recording but an asciicast; to play it, use: asciinema play FILE")
	}
	return fmt.Errorf("not a recording: want the first line %q", recordingMagic)
}

// header parses a line of the header. Most lines set a field of the setup.
func (p *parser) header(words []string) error {
	r, key := p.r, words[0]
	if key == "assisted" && len(words) == 1 {
		r.Assisted = true
		return nil
	}
	if len(words) < 2 {
		return fmt.Errorf("missing value for %q", key)
	}
	if err := p.headerLine(key, words[1:]); err != nil {
		return err
	}
	r.Assisted = r.Assisted || r.Terms().Assisted()
	return nil
}

// headerLine parses the values of a header line that starts with key.
func (p *parser) headerLine(key string, values []string) error {
	r := p.r
	var err error

	switch key {
	case "made":
		r.Program, err = parseName(values)
	case "date":
		r.Date, err = parseName(values)
	case "player":
		r.Player, err = parseName(values)
	case "opponent":
		r.Opponent, err = parseName(values)
	case "seal":
		r.Seal, err = parseSeal(values)
	case "pack":
		r.Pack, err = parseName(values)
	case "board":
		err = p.board(values)
	case "file":
		err = p.beginFile(values)
	case "level":
		r.Start, err = parseStart(values)
	case "parent":
		if len(values) != 2 {
			return errors.New("want: parent HASH TICK")
		}
		err = errors.Join(parse.Hash(values[0], &r.Parent.Hash), parse.Uint64(values[1], &r.Parent.Tick))
	case "rules":
		err = p.rules(values)
	default:
		return p.setup(key, values)
	}

	if err != nil {
		return fmt.Errorf("%s %q: %w", key, values[0], err)
	}
	return nil
}

// setup parses a header line that sets a field of the setup.
func (p *parser) setup(key string, values []string) error {
	fields := engine.SetupFields()
	i := slices.IndexFunc(fields, func(f engine.SetupField) bool { return f.Name == key })
	if i < 0 {
		return fmt.Errorf("unknown word %q, want %s", key, headerKeys())
	}
	if err := fields[i].Read(&p.r.Setup, values[0]); err != nil {
		return fmt.Errorf("%s %q: %w", key, values[0], err)
	}
	if len(values) > 1 {
		return fmt.Errorf("unexpected %q after the value of %s", values[1], key)
	}
	return nil
}

// headerKeys returns the keywords of header lines, for errors.
func headerKeys() string {
	keys := []string{"rules", "made", "date", "player", "opponent", "seal", "pack", "board", "file"}
	for _, f := range engine.SetupFields() {
		keys = append(keys, f.Name)
	}
	return strings.Join(append(keys, "assisted", "parent", "level"), ", ") + " or play"
}

// parseSeal parses a seal, which consists of two words: the name of a key and a MAC.
func parseSeal(words []string) (string, error) {
	seal := strings.Join(words, " ")
	if len(words) != 2 || len(words[0]) != 16 || len(words[1]) != 32 || strings.Trim(seal, "0123456789abcdef ") != "" {
		return "", errors.New("want 16 and 32 hexadecimal digits")
	}
	return seal, nil
}

// parseName joins words with spaces. It returns an error if the result is too long or has characters that are not
// printable.
func parseName(words []string) (string, error) {
	s := strings.Join(words, " ")
	if s != oneLine(s) {
		return "", fmt.Errorf("want at most %d printable characters", maxNameLen)
	}
	return s, nil
}

// rules parses the values of a line "rules".
func (p *parser) rules(values []string) error {
	if err := parse.Int(values[0], &p.r.Rules, 0, 1<<20); err != nil {
		return err
	}
	if len(values) > 1 {
		return fmt.Errorf("unexpected %q after the value", values[1])
	}
	if p.r.Rules > engine.Rules {
		return errors.New("was made by a newer arkterm")
	}
	return nil
}

// board parses the values of a line "board".
func (p *parser) board(words []string) (err error) {
	var b Board
	if len(p.r.Boards) == engine.MaxLevels {
		return fmt.Errorf("too many levels, want at most %d", engine.MaxLevels)
	}
	if err := parse.Hash(words[0], &b.Digest); err != nil {
		return err
	}
	b.Name, err = parseName(words[1:])
	p.r.Boards = append(p.r.Boards, b)
	return err
}

// beginFile parses the values of a line "file". The lines of the file follow.
func (p *parser) beginFile(words []string) error {
	name, err := parseName(words)
	if err != nil {
		return err
	}
	if len(p.r.Files) == maxFiles {
		return fmt.Errorf("too many files, want at most %d", maxFiles)
	}
	p.r.Files = append(p.r.Files, File{Name: name})
	p.file = []byte{}
	return nil
}

// fileLine adds a line to the current level file.
func (p *parser) fileLine(line string) error {
	p.fileBytes += len(line) + 1
	if len(p.file)+len(line)+1 > maxFileText || p.fileBytes > maxFilesText {
		return fmt.Errorf("level files too large, want at most %d KiB in total and %d KiB per file",
			maxFilesText>>10, maxFileText>>10)
	}
	p.file = append(append(p.file, line...), '\n')
	return nil
}

// endFile stores the current level file, if there is one.
func (p *parser) endFile() {
	if p.file != nil {
		p.r.Files[len(p.r.Files)-1].Text = string(p.file)
	}
	p.file = nil
}

// step parses a line after "play".
func (p *parser) step(words []string) error {
	switch words[0] {
	case "mark":
		var h uint64
		if len(words) != 2 {
			return errors.New("want: mark HASH")
		}
		if err := parse.Hash(words[1], &h); err != nil {
			return fmt.Errorf("mark %q: %w", words[1], err)
		}
		p.r.addNote(note{fact: factCheckpoint, want: engine.HashText(h), line: p.line})
		return nil
	case "level":
		s, err := parseStart(words[1:])
		if err != nil {
			return fmt.Errorf("level: %w", err)
		}
		p.r.addNote(note{fact: factStart, want: startText(s), start: s, line: p.line})
		p.hasLast = false
		return nil
	case "expect":
		if len(words) != 3 || !canExpect(words[1]) {
			return fmt.Errorf("want: expect FACT VALUE, with one of the facts %s", strings.Join(Facts(), ", "))
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
		return p.parseMoves(words)
	}

	in, err := parseInput(words[1:])
	if err != nil {
		return err
	}
	return p.ticks(words[0], in)
}

// ticks adds the given number of ticks of an input.
func (p *parser) ticks(count string, in engine.Input) error {
	r, n := p.r, 0
	if err := parse.Int(count, &n, 1, engine.MaxTicks-r.ticks); err != nil {
		return fmt.Errorf("ticks %q: %w", count, err)
	}
	p.add(n, in)
	return nil
}

// add adds n ticks of an input.
func (p *parser) add(n int, input engine.Input) {
	r := p.r
	r.ticks += n
	p.last, p.hasLast = input, true
	if k := len(r.steps); k > 0 && r.steps[k-1].n > 0 && r.steps[k-1].in == input {
		r.steps[k-1].n += int32(n)
		return
	}
	r.addStep(step{n: int32(n), in: input})
}

// parseMoves parses a line of relative moves. A number without a sign is the number of ticks of each following move.
// Spaces are ignored.
func (p *parser) parseMoves(words []string) error {
	n := 0
	for i, w := range words {
		count := w
		if sign := strings.IndexAny(w, "+-"); sign >= 0 {
			count = w[:sign]
		}
		if count != "" {
			if err := parse.Int(count, &n, 1, engine.MaxTicks); err != nil {
				return fmt.Errorf("ticks %q: %w", count, err)
			}
		}
		if i == len(words)-1 && count == w {
			return fmt.Errorf("ticks %q without a move", w)
		}
		for move := range splitMoves(w[len(count):]) {
			if err := p.addMove(n, move); err != nil {
				return err
			}
		}
	}
	return nil
}

// splitMoves splits a sequence of signed numbers such as +20+35-4. Moves of the second player follow a bar, as in
// +20|-3+0|+5.
func splitMoves(moves string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for moves != "" {
			end := 1
			for end < len(moves) && (moves[end] != '+' && moves[end] != '-' || moves[end-1] == '|') {
				end++
			}
			if !yield(moves[:end]) {
				return
			}
			moves = moves[end:]
		}
	}
}

// addMove adds n ticks of the previous input after its targets have changed. The move is a signed number, which
// changes the first target, or two signed numbers separated by a bar, which change both targets.
func (p *parser) addMove(n int, move string) error {
	if n == 0 {
		return fmt.Errorf("move %q without a number of ticks", move)
	}
	in := p.last
	first, second, both := strings.Cut(move, "|")
	if err := p.moveTarget(&in[0], first); err != nil {
		return err
	}
	if both {
		if err := p.moveTarget(&in[1], second); err != nil {
			return err
		}
	}
	if n > engine.MaxTicks-p.r.ticks {
		return fmt.Errorf("ticks %d: want at most %d in total", n, engine.MaxTicks)
	}
	p.add(n, in)
	return nil
}

// moveTarget changes the target of c by a signed number.
func (p *parser) moveTarget(c *engine.Control, number string) error {
	change := 0
	if !p.hasLast || c.Target < 0 {
		return fmt.Errorf("move %q without a previous target", number)
	}
	if number == "" || number[0] != '+' && number[0] != '-' {
		return fmt.Errorf("move %q: want a number with a sign", number)
	}
	if err := parse.Int(number, &change, -math.MaxInt16, math.MaxInt16); err != nil {
		return fmt.Errorf("move %q: %w", number, err)
	}
	to := int(c.Target) + change
	if to < 0 || to > math.MaxInt16 {
		return fmt.Errorf("move %q: target %d, want 0 to %d", number, to, math.MaxInt16)
	}
	c.Target = int16(to)
	return nil
}

// end parses the values of a line "end".
func (p *parser) end(words []string) error {
	e := &engine.Result{}
	if len(words) != 9 || words[1] != "ticks" || words[3] != "score" || words[5] != "level" || words[7] != "hash" {
		return errors.New("want: end PHASE ticks N score N level N hash HASH")
	}
	phase, err := parse.Name(words[0], engine.Serve, int(engine.Bonus)+1)
	if err != nil {
		return fmt.Errorf("end %q: %w", words[0], err)
	}
	e.Phase = phase
	err = errors.Join(
		parse.Uint64(words[2], &e.Ticks), parse.Int(words[4], &e.Score, 0, engine.MaxScore),
		parse.Int(words[6], &e.Level, 1, engine.MaxLevels), parse.Hash(words[8], &e.Hash),
	)
	if err != nil {
		return fmt.Errorf("end: %w", err)
	}
	e.Level--
	p.r.End = e
	return nil
}

// parseTerms parses terms in the format of [engine.Terms.String].
func parseTerms(words []string) (engine.Terms, error) {
	var s engine.Setup
	for ; len(words) > 0; words = words[2:] {
		if len(words) == 1 {
			return engine.Terms{}, fmt.Errorf("missing value for %q", words[0])
		}
		switch words[0] {
		case "difficulty", "assist", "speed":
			if err := engine.SetupNamed(words[0]).Read(&s, words[1]); err != nil {
				return engine.Terms{}, fmt.Errorf("%s %q: %w", words[0], words[1], err)
			}
		default:
			return engine.Terms{}, fmt.Errorf("unknown word %q, want difficulty, assist or speed", words[0])
		}
	}
	if s.Difficulty == engine.DefaultDifficulty {
		return engine.Terms{}, errors.New("want: set difficulty NAME [assist NAMES] [speed N]")
	}
	return s.Terms(), nil
}

// parseStart parses the values of a line "level".
func parseStart(words []string) (*engine.Start, error) {
	s := &engine.Start{Lives: engine.StartLives}
	if len(words) == 0 || len(words)%2 == 0 {
		return nil, errors.New("want: level NUMBER [NAME VALUE …]")
	}
	if err := parse.Int(words[0], &s.Level, 1, engine.MaxLevels); err != nil {
		return nil, err
	}
	s.Level--
	for ; len(words) > 2; words = words[2:] {
		name, value := words[1], words[2]
		i := slices.IndexFunc(startFields, func(f startField) bool { return f.name == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown word %q", name)
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

// parseInput parses the words of an input after the number of ticks.
func parseInput(words []string) (engine.Input, error) {
	in := engine.Input{engine.Idle, engine.Idle}
	player := 0

	for len(words) > 0 {
		var err error
		used := 1
		button := slices.Index(buttonNames[:], words[0])
		switch c := &in[player]; {
		case words[0] == "|" && player == 0:
			player = 1
		case button >= 0:
			c.Buttons |= 1 << button
		case words[0] == "move" && len(words) > 1:
			err, used = parse.Int(words[1], &c.Move, -engine.MoveFull, engine.MoveFull), 2
		case words[0] == "at" && len(words) > 1:
			err, used = parse.Int(words[1], &c.Target, 0, math.MaxInt16), 2
		default:
			return in, fmt.Errorf("unknown input %q, want move N, at N, fire, warp, up or down", words[0])
		}

		if err != nil {
			return in, fmt.Errorf("%s %q: %w", words[0], words[1], err)
		}
		words = words[used:]
	}
	return in, nil
}
