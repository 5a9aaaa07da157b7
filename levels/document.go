package levels

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"arkterm/engine/parse"
)

// A Document is the text of a level file that is being edited. It does not access files or clocks.
//
// A document consists of the lines of the file. [Document.Level] parses the lines of a level. [Document.Apply] changes
// the lines that an [Edit] affects and keeps all others, so comments and the order of keys survive. An edit writes a
// drawing in a standard form, and a key on one line. Lines with errors are kept until an edit replaces them.
//
// A document stores the old and the new lines of each change, so undoing all steps restores the first text byte for
// byte. A step is one edit, or all edits of a gesture between BeginGesture and EndGesture, such as a stroke of the
// mouse. The number of steps is unlimited, and their memory is proportional to the changed lines.
//
// A document is not safe for concurrent use. The values that it returns never change and may be kept.
type Document struct {
	name        string
	mark        string    // byte order mark of the file, or ""
	newline     string    // line break of new lines
	lines       []docLine // including their line breaks
	size        int       // length of the text in bytes
	firstLegend []string  // sorted legend entries of the first text; edits remove other entries when they become unused

	starts  []int            // indices of the lines that start a level
	prelude parser           // state after the lines before the first level
	names   []levelName      // names of the levels
	parsed  []*DocumentLevel // one per level; nil if the level must be parsed again
	fatal   bool             // the file cannot be edited

	steps        []step // all steps, including undone ones
	numApplied   int    // number of steps that are not undone
	saved        int    // value of numApplied for the saved text, or −1 if undo and redo cannot restore it
	inGesture    bool   // a gesture has begun
	gestureEmpty bool   // the gesture has no step yet

	pending       step     // patches of the edit that is being applied
	records       []string // for TakeRecords
	newRecordText string   // record that creates the text of a new document, not yet taken; "" if none
}

// A docLine is a line of a document.
type docLine struct {
	text string // including its line break, if any
	key  lineKey
}

// A lineKey is the type of a line: an index into keywords, or one of the constants below.
type lineKey int8

const (
	blankLine lineKey = -1 - iota
	commentLine
	indentedLine
	otherLine
)

// A step is the smallest unit of Undo and Redo.
type step []patch

// A patch replaces lines.
type patch struct {
	at       int // index of the first line
	old, new []string
}

// trim removes the lines at both ends that the patch does not change.
func (p *patch) trim() {
	for len(p.old) > 0 && len(p.new) > 0 && p.old[0] == p.new[0] {
		p.at, p.old, p.new = p.at+1, p.old[1:], p.new[1:]
	}
	for len(p.old) > 0 && len(p.new) > 0 && p.old[len(p.old)-1] == p.new[len(p.new)-1] {
		p.old, p.new = p.old[:len(p.old)-1], p.new[:len(p.new)-1]
	}
}

// ParseDocument returns a document with the given text. The name of the file is used in messages. Any text is accepted.
// [Document.Problems] returns its errors.
func ParseDocument(name, text string) *Document {
	d := &Document{name: name, newline: "\n"}
	d.mark = text[:len(text)-len(parse.WithoutMark(text))]
	for l := range strings.Lines(text[len(d.mark):]) {
		if strings.HasSuffix(l, "\r\n") && len(d.lines) == 0 {
			d.newline = "\r\n"
		}
		d.lines = append(d.lines, newDocLine(l))
	}
	d.size = len(text)
	for i, l := range d.lines {
		if l.key == indentedLine && d.isLegend(i) {
			d.firstLegend = append(d.firstLegend, strings.TrimSpace(l.text))
		}
	}
	slices.Sort(d.firstLegend)
	d.scan()
	return d
}

// newDocument is the text of a new document.
const newDocument = FirstLine + `
level: Untitled
legend:
  o plain 1
  @ double 4
rows:
  . . . . . . . .
   . . . . . . .
  . . . . . . . .
   . . o o o . .
  . . o @ @ o . .
   . o @ o @ o .
  . . o @ @ o . .
   . . o o o . .
`

// NewDocument returns a document with a small level. The first record that TakeRecords returns contains the whole text,
// because the file does not exist yet.
func NewDocument(name string) *Document {
	d := ParseDocument(name, newDocument)
	d.firstLegend = nil // edits may remove all legend entries that become unused
	d.newRecordText = d.recordSince("", newRecord)
	return d
}

// newDocLine returns a line with its type. text includes the line break, if any.
func newDocLine(text string) docLine {
	var p parser
	l := p.decode(1, content(text))
	switch {
	case l.blank():
		return docLine{text, blankLine}
	case l.runes[0] == '#':
		return docLine{text, commentLine}
	case isSpaceOrTab(l.runes[0]):
		return docLine{text, indentedLine}
	}
	key, _, found := strings.Cut(string(l.runes), ":")
	key = strings.TrimRight(key, " \t")
	for k := range keywords {
		if found && keywords[k].name == key {
			return docLine{text, lineKey(k)}
		}
	}
	return docLine{text, otherLine}
}

// Name returns the name of the file.
func (d *Document) Name() string { return d.name }

// Text returns the text of the file.
func (d *Document) Text() string {
	var b strings.Builder
	b.Grow(d.size)
	b.WriteString(d.mark)
	for _, l := range d.lines {
		b.WriteString(l.text)
	}
	return b.String()
}

// HasText reports whether the document has the given text.
func (d *Document) HasText(text string) bool {
	if len(text) != d.size || !strings.HasPrefix(text, d.mark) {
		return false
	}
	text = text[len(d.mark):]
	for _, l := range d.lines {
		if !strings.HasPrefix(text, l.text) {
			return false
		}
		text = text[len(l.text):]
	}
	return true
}

// Line returns the text of line n, without its line break. n starts at 1.
func (d *Document) Line(n int) string { return content(d.lines[n-1].text) }

// NumLevels returns the number of levels.
func (d *Document) NumLevels() int { return len(d.starts) }

// Changed reports whether the text has changed since it was last saved or, if it was never saved, since the document
// was created. Undone steps do not count.
func (d *Document) Changed() bool { return d.numApplied != d.saved }

// MarkSaved records that the current text was saved.
func (d *Document) MarkSaved() {
	d.EndGesture()
	d.saved, d.newRecordText = d.numApplied, ""
}

// BeginGesture starts a gesture. All edits until EndGesture become one step.
func (d *Document) BeginGesture() {
	d.EndGesture()
	d.inGesture, d.gestureEmpty = true, true
}

// EndGesture ends the gesture, if any.
func (d *Document) EndGesture() {
	if d.inGesture && !d.gestureEmpty {
		d.records = append(d.records, d.steps[d.numApplied-1].record(stepRecord))
	}
	d.inGesture, d.gestureEmpty = false, false
}

// CanUndo reports whether there is a step to undo.
func (d *Document) CanUndo() bool { return d.numApplied > 0 }

// CanRedo reports whether there is a step to redo.
func (d *Document) CanRedo() bool { return d.numApplied < len(d.steps) }

// Undo ends the gesture, reverts the last step, and reports whether there was one.
func (d *Document) Undo() bool {
	d.EndGesture()
	if d.numApplied == 0 {
		return false
	}
	d.numApplied--
	d.revert(d.steps[d.numApplied])
	d.records = append(d.records, d.steps[d.numApplied].inverse().record(undoRecord))
	return true
}

// Redo ends the gesture, applies the last undone step, and reports whether there was one.
func (d *Document) Redo() bool {
	d.EndGesture()
	if d.numApplied == len(d.steps) {
		return false
	}
	s := d.steps[d.numApplied]
	for _, p := range s {
		d.replace(p.at, p.old, p.new)
	}
	d.numApplied++
	d.records = append(d.records, s.record(redoRecord))
	return true
}

// revert reverts the patches of a step.
func (d *Document) revert(s step) {
	for _, p := range s.inverse() {
		d.replace(p.at, p.old, p.new)
	}
}

// ErrNotEditable is the error of Apply for a text that is not a level file, or that is too long.
var ErrNotEditable = errors.New("this file cannot be edited")

// Apply applies an edit. After an error, the document is unchanged. An edit that changes nothing adds no step.
func (d *Document) Apply(e Edit) error {
	if d.fatal {
		return ErrNotEditable
	}

	d.pending = nil
	err := e.apply(d)
	switch {
	case err != nil:
	case d.size > MaxFile:
		err = fmt.Errorf("the file would be longer than %d KiB", MaxFile>>10)
	case d.fatal:
		err = ErrNotEditable
	}
	if err != nil {
		d.revert(d.pending)
		return err
	}
	d.record(d.pending)
	return nil
}

// record adds patches that were applied to the step of the current gesture, or to a new step.
func (d *Document) record(s step) {
	if len(s) == 0 {
		return
	}
	if d.saved > d.numApplied {
		d.saved = -1
	}
	d.steps = d.steps[:d.numApplied]
	if d.inGesture && !d.gestureEmpty {
		d.steps[d.numApplied-1] = append(d.steps[d.numApplied-1], s...)
		return
	}
	d.steps = append(d.steps, s)
	d.numApplied++
	d.gestureEmpty = false
	if !d.inGesture {
		d.records = append(d.records, s.record(stepRecord))
	}
}

// change replaces n lines from index at, as part of the edit that is being applied. The new lines have no line breaks.
func (d *Document) change(index, n int, lines ...string) {
	p := patch{at: index}
	for _, l := range d.lines[index : index+n] {
		p.old = append(p.old, l.text)
	}
	for i, l := range lines {
		end := d.newline
		if i < n && (strings.HasSuffix(p.old[i], "\n") || i == len(lines)-1) {
			end = p.old[i][len(content(p.old[i])):]
		}
		p.new = append(p.new, l+end)
	}

	// All lines except the last one must end in a line break.
	if last := index - 1; index == len(d.lines) && last >= 0 && len(p.new) > 0 {
		if text := d.lines[last].text; !strings.HasSuffix(text, "\n") {
			p.at, p.old, p.new = last, append(p.old, text), slices.Insert(p.new, 0, text+d.newline)
		}
	}

	p.trim()
	if len(p.old)+len(p.new) == 0 {
		return
	}
	d.pending = append(d.pending, p)
	d.replace(p.at, p.old, p.new)
}

// replace substitutes lines for the old lines, which begin at the given index. It discards the parsed form of the
// affected levels.
func (d *Document) replace(index int, old, lines []string) {
	levelsChanged := false
	for i, l := range old {
		levelsChanged = levelsChanged || d.lines[index+i].key == levelLine
		d.size -= len(l)
	}
	added := make([]docLine, len(lines))
	for i, l := range lines {
		added[i] = newDocLine(l)
		levelsChanged = levelsChanged || added[i].key == levelLine
		d.size += len(l)
	}
	d.lines = slices.Concat(d.lines[:index], added, d.lines[index+len(old):])

	if levelsChanged || len(d.starts) == 0 || index <= d.starts[0] || d.isOtherEncoding() {
		d.scan()
		return
	}
	for i := range d.names {
		if d.names[i].line > index {
			d.names[i].line += len(lines) - len(old)
		}
	}
	for i, start := range d.starts {
		affected := i+1 == len(d.starts) || index <= d.starts[i+1] // including a line inserted at its end
		if start >= index {
			d.starts[i] += len(lines) - len(old)
		}
		if affected && (start <= index || len(lines) != len(old)) {
			d.parsed[i] = nil
		}
	}
}
