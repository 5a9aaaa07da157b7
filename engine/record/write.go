package record

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arkterm/engine"
	"arkterm/engine/parse"
)

// A recording starts with the magic text and the version of the format.
const (
	textMagic      = "arkterm recording "
	recordingMagic = textMagic + "1"
)

// Text returns the recording as text that Parse can read. The text is canonical, so parsing and writing it again does
// not change it.
func (r *Recording) Text() []byte {
	text, _ := r.text(r.Seal)
	return text
}

// SealedText returns the text with a seal. The function seal computes the seal from the text without a seal, and
// returns "" for no seal.
func (r *Recording) SealedText(seal func(plain []byte) string) []byte {
	text, at := r.text("")
	return append(append(text[:at:at], sealLine(seal(text))...), text[at:]...)
}

// sealLine returns the line with the given seal, or nil for no seal.
func sealLine(seal string) []byte {
	if seal == "" {
		return nil
	}
	return fmt.Appendf(nil, "seal %s\n", oneLine(seal))
}

// text returns the text with the given seal, and the offset at which the line of the seal starts. If the seal is
// "", the line is omitted.
func (r *Recording) text(seal string) (text []byte, at int) {
	var b bytes.Buffer
	b.Grow(1<<12 + r.size)
	fmt.Fprintf(&b, "%s\nrules %d\n", recordingMagic, r.Rules)
	for _, v := range [...]struct{ key, value string }{
		{"made", r.Program}, {"date", r.Date}, {"player", r.Player}, {"opponent", r.Opponent},
	} {
		if v.value != "" {
			fmt.Fprintf(&b, "%s %s\n", v.key, oneLine(v.value))
		}
	}
	at = b.Len()
	b.Write(sealLine(seal))

	fields := engine.SetupFields()
	r.writeSetup(&b, fields[:fieldsBeforeLevels])
	r.writeLevels(&b)
	r.writeSetup(&b, fields[fieldsBeforeLevels:])

	if r.Assisted {
		fmt.Fprintln(&b, "assisted")
	}
	if r.Parent.Hash != 0 {
		fmt.Fprintf(&b, "parent %s %d\n", engine.HashText(r.Parent.Hash), r.Parent.Tick)
	}
	if r.Start != nil {
		fmt.Fprintf(&b, "level %s\n", startText(r.Start))
	}

	fmt.Fprintln(&b, "play")
	text = b.Bytes()
	var w stepWriter
	for i := range r.steps {
		text = w.append(text, r, &r.steps[i])
	}
	text = w.endLine(text)

	if r.End != nil {
		text = fmt.Appendf(text, "end %s\n", resultText(r.End))
	}
	return text, at
}

// fieldsBeforeLevels is the number of setup fields written before the levels: the mode and the seed.
const fieldsBeforeLevels = 2

// writeSetup writes a line for each of the fields that does not have its default value. It omits the field "first"
// if the recording starts with the start of a level, because the start contains the level.
func (r *Recording) writeSetup(b *bytes.Buffer, fields []engine.SetupField) {
	for i := range fields {
		f := &fields[i]
		if text := f.Text(&r.Setup); text != "" && !(r.Start != nil && f.Name == "first") {
			fmt.Fprintf(b, "%s %s\n", f.Name, text)
		}
	}
}

// writeLevels writes the names and digests of the levels, and the text of levels that are not shipped.
func (r *Recording) writeLevels(b *bytes.Buffer) {
	if r.Pack != "" {
		fmt.Fprintf(b, "pack %s\n", r.Pack)
	}
	for _, l := range r.Boards {
		fmt.Fprintf(b, "board %016x ", l.Digest)
		b.WriteString(l.Name)
		b.WriteByte('\n')
	}
	for _, f := range r.Files {
		fmt.Fprintf(b, "file %s\n", oneLine(f.Name))
		for line := range strings.Lines(f.Text) {
			fmt.Fprintf(b, "|%s\n", strings.TrimSuffix(line, "\n"))
		}
	}
}

// movesPerLine is the maximum number of moves on one line, about a second of mouse movement.
const movesPerLine = 64

// A stepWriter writes steps as text, in order. Steps that only change targets share a line of relative moves, because
// the moves of a mouse compress best in this form. Moves are separated by their signs, because spaces would make the
// file 5 % longer. Moves of the second player follow a bar and are omitted if they are zero.
type stepWriter struct {
	last      engine.Input // input of the previous step
	hasLast   bool         // whether last is set
	openMoves int          // moves on the current line
	count     int32        // ticks of the last move
	scratch   []byte       // reused by textLen
}

// textLen returns the length of a step's text.
func (w *stepWriter) textLen(r *Recording, s *step) int {
	w.scratch = w.append(w.scratch[:0], r, s)
	return len(w.scratch)
}

// append appends the text of a step to b.
func (w *stepWriter) append(b []byte, r *Recording, s *step) []byte {
	if s.n < 0 {
		n := &r.notes[-1-s.n]
		if n.start != nil {
			w.hasLast = false // the text of a level must not depend on the text before it
		}
		return n.append(w.endLine(b))
	}

	if !w.onlyMoves(s.in) {
		b = strconv.AppendInt(w.endLine(b), int64(s.n), 10)
		b = append(appendInput(b, s.in), '\n')
		w.last, w.hasLast = s.in, true
		return b
	}

	if w.openMoves == movesPerLine {
		b = w.endLine(b)
	}
	if w.openMoves == 0 || w.count != s.n {
		if w.openMoves > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(s.n), 10)
	}
	b = appendMove(b, w.last[0].Target, s.in[0].Target)
	if s.in[1].Target != w.last[1].Target {
		b = appendMove(append(b, '|'), w.last[1].Target, s.in[1].Target)
	}
	w.openMoves, w.count, w.last = w.openMoves+1, s.n, s.in
	return b
}

// appendMove appends the difference of two targets with its sign.
func appendMove(b []byte, from, to int16) []byte {
	change := int64(to) - int64(from)
	if change >= 0 {
		b = append(b, '+')
	}
	return strconv.AppendInt(b, change, 10)
}

// onlyMoves reports whether input differs from the last input only in its targets. The first player's target must be
// set but need not change.
func (w *stepWriter) onlyMoves(input engine.Input) bool {
	if !w.hasLast || input == w.last || input[0].Target < 0 {
		return false
	}
	for k := range input {
		if to, from := &input[k].Target, w.last[k].Target; *to != from {
			if *to < 0 || from < 0 {
				return false
			}
			*to = from
		}
	}
	return input == w.last
}

// endLine ends the current line of moves, if there is one.
func (w *stepWriter) endLine(b []byte) []byte {
	if w.openMoves > 0 {
		b = append(b, '\n')
	}
	w.openMoves = 0
	return b
}

// append appends the line of the note to b.
func (n *note) append(b []byte) []byte {
	switch n.fact {
	case factCheckpoint:
		return append(append(append(b, "mark "...), n.want...), '\n')
	case factStart:
		return append(append(append(b, "level "...), n.want...), '\n')
	case factTerms:
		return fmt.Appendf(b, "set %s\n", n.terms)
	}
	return fmt.Appendf(b, "expect %s %s\n", n.fact, n.want)
}

// appendInput appends an input as words, each after a space.
func appendInput(b []byte, input engine.Input) []byte {
	b = appendControl(b, input[0])
	if input[1] != engine.Idle {
		b = appendControl(append(b, " |"...), input[1])
	}
	return b
}

// buttonNames are the words for the buttons, in the order of their bits.
var buttonNames = [...]string{"fire", "warp", "up", "down"}

// appendControl appends the words for the control c of one player to b.
func appendControl(b []byte, c engine.Control) []byte {
	if c.Move != 0 {
		b = strconv.AppendInt(append(b, " move "...), int64(c.Move), 10)
	}
	if c.Target != engine.NoTarget {
		b = strconv.AppendInt(append(b, " at "...), int64(c.Target), 10)
	}
	for i, name := range buttonNames {
		if c.Buttons&(1<<i) != 0 {
			b = append(append(b, ' '), name...)
		}
	}
	return b
}

// startText formats the saved state at the start of a level: the number of the level, then the names and values of the
// fields. Fields with the value 0 are omitted.
func startText(s *engine.Start) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", s.Level+1)
	for i := range startFields {
		f := &startFields[i]
		if v := f.get(s); v != "0" {
			fmt.Fprintf(&b, " %s %s", f.name, v)
		}
	}
	return b.String()
}

// A startField is a named value in the saved state at the start of a level.
type startField struct {
	name string
	get  func(*engine.Start) string
	set  func(*engine.Start, string) error
}

// startFields are the fields of the saved state after the level number, in the order of the format. The names of the
// second player's fields end with 2.
var startFields = slices.Concat(
	[]startField{
		{
			name: "tick",
			get:  func(s *engine.Start) string { return uintText(s.Tick) },
			set:  func(s *engine.Start, v string) error { return parse.Uint64(v, &s.Tick) },
		},
		{
			name: "score",
			get:  func(s *engine.Start) string { return strconv.Itoa(s.Score) },
			set:  func(s *engine.Start, v string) error { return parse.Int(v, &s.Score, 0, engine.MaxScore) },
		},
		{
			name: "lives",
			get:  func(s *engine.Start) string { return strconv.Itoa(s.Lives) },
			set:  func(s *engine.Start, v string) error { return parse.Int(v, &s.Lives, 1, engine.LivesLimit) },
		},
		{
			name: "combo",
			get:  func(s *engine.Start) string { return strconv.Itoa(s.BestCombo) },
			set:  func(s *engine.Start, v string) error { return parse.Int(v, &s.BestCombo, 0, engine.MaxScore) },
		},
		{
			name: "chance",
			get:  func(s *engine.Start) string { return uintText(s.RandomState) },
			set:  func(s *engine.Start, v string) error { return parse.Uint64(v, &s.RandomState) },
		},
	},
	buttonFields(0, ""), paddleFields(0, ""),
	[]startField{
		{
			name: "easiest",
			get:  func(s *engine.Start) string { return easiestText(s.Easiest) },
			set: func(s *engine.Start, v string) (err error) {
				s.Easiest, err = engine.ParseDifficulty(v)
				return err
			},
		},
		{
			name: "assisted",
			get:  func(s *engine.Start) string { return usedText(s.UsedAssists) },
			set: func(s *engine.Start, v string) (err error) {
				s.UsedAssists, err = engine.ParseUsedAssists(v)
				return err
			},
		},
	},
	paddleFields(1, "2"), buttonFields(1, "2"),
	[]startField{
		{
			name: "server",
			get:  func(s *engine.Start) string { return strconv.Itoa(s.Server) },
			set:  func(s *engine.Start, v string) error { return parse.Int(v, &s.Server, 0, 1) },
		},
		{
			name: "storm",
			get:  func(s *engine.Start) string { return strconv.Itoa(s.Storm) },
			set:  func(s *engine.Start, v string) error { return parse.Int(v, &s.Storm, 0, engine.MaxStorm) },
		},
		{
			name: "clock",
			get:  func(s *engine.Start) string { return strconv.Itoa(s.TicksLeft) },
			set:  func(s *engine.Start, v string) error { return parse.Int(v, &s.TicksLeft, 0, engine.MaxTimeLimit) },
		},
		{
			name: "hash",
			get:  func(s *engine.Start) string { return hashText(s.Hash) },
			set:  func(s *engine.Start, v string) error { return parse.Hash(v, &s.Hash) },
		},
	},
)

// buttonFields returns the fields that store whether player k holds Fire, and the tick of the last shot. Their names
// end with suffix.
func buttonFields(k int, suffix string) []startField {
	return []startField{
		{
			name: "fire" + suffix,
			get:  func(s *engine.Start) string { return parse.BoolText(s.Players[k].Fire) },
			set:  func(s *engine.Start, v string) error { return parse.Bool(v, &s.Players[k].Fire) },
		},
		{
			name: "shot" + suffix,
			get:  func(s *engine.Start) string { return uintText(s.Players[k].LastShot) },
			set:  func(s *engine.Start, v string) error { return parse.Uint64(v, &s.Players[k].LastShot) },
		},
	}
}

// paddleFields returns the fields that store the paddle of player k. Their names end with suffix.
func paddleFields(k int, suffix string) []startField {
	return []startField{
		{
			name: "paddle" + suffix,
			get:  func(s *engine.Start) string { return parse.FloatText(s.Players[k].Paddle) },
			set:  func(s *engine.Start, v string) error { return parse.Float(v, &s.Players[k].Paddle) },
		},
		{
			name: "moved" + suffix,
			get:  func(s *engine.Start) string { return parse.FloatText(s.Players[k].PaddleV) },
			set:  func(s *engine.Start, v string) error { return parse.Float(v, &s.Players[k].PaddleV) },
		},
		{
			name: "key" + suffix,
			get:  func(s *engine.Start) string { return strconv.Itoa(int(s.Players[k].Dir)) },
			set:  func(s *engine.Start, v string) error { return parse.Int(v, &s.Players[k].Dir, -1, 1) },
		},
		{
			name: "held" + suffix,
			get:  func(s *engine.Start) string { return strconv.Itoa(int(s.Players[k].Held)) },
			set:  func(s *engine.Start, v string) error { return parse.Int(v, &s.Players[k].Held, 0, engine.KeyRamp) },
		},
		{
			name: "stunned" + suffix,
			get:  func(s *engine.Start) string { return uintText(s.Players[k].StunnedUntil) },
			set:  func(s *engine.Start, v string) error { return parse.Uint64(v, &s.Players[k].StunnedUntil) },
		},
	}
}

// resultText formats a result as in the line "end".
func resultText(e *engine.Result) string {
	return fmt.Sprintf("%s ticks %d score %d level %d hash %s",
		e.Phase, e.Ticks, e.Score, e.Level+1, engine.HashText(e.Hash))
}

// uintText formats x as a decimal number.
func uintText(x uint64) string { return strconv.FormatUint(x, 10) }

// easiestText formats a difficulty, or "0" for DefaultDifficulty.
func easiestText(d engine.Difficulty) string {
	if d == engine.DefaultDifficulty {
		return "0"
	}
	return engine.Difficulties[d].Name
}

// usedText formats the assists that were used, or "0" if none were used.
func usedText(a engine.Assist) string {
	if a == 0 {
		return "0"
	}
	return a.String()
}

// hashText formats a hash, or "0" for an unknown one.
func hashText(h uint64) string {
	if h == 0 {
		return "0"
	}
	return engine.HashText(h)
}
