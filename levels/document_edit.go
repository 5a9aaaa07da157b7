package levels

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"arkterm/engine/spec"
)

// An Edit is a change of a document. Its types are SetKey, SetCells, SetLattice, SetFree, RemoveFree, SetEmitter,
// RemoveEmitter, AddLevel, CopyLevel, RemoveLevel and MoveLevel.
type Edit interface {
	apply(*Document) error
}

// A splice is a part of an edit. It replaces n lines from index at by lines.
type splice struct {
	at, n int
	lines []string // without their line breaks
}

// changeAll applies splices. Their indices refer to the lines before the edit. The lines of splices with the same index
// are inserted in the order of the splices.
func (d *Document) changeAll(all []splice) {
	sort.SliceStable(all, func(i, j int) bool { return all[i].at < all[j].at })
	for _, s := range slices.Backward(all) {
		if s.n == 1 && len(s.lines) == 1 && s.lines[0] == d.Line(s.at+1) {
			continue // most rows of a drawing
		}
		d.change(s.at, s.n, s.lines...)
	}
}

// level returns a level, or an error if there is none with this index.
func (d *Document) level(i int) (*DocumentLevel, error) {
	if i < 0 || i >= len(d.starts) {
		return nil, fmt.Errorf("no level %d, want 1 to %d", i+1, len(d.starts))
	}
	return d.Level(i), nil
}

// SetKey sets a key that a level can have only once, such as "author" or "par time". It can also set the key "level",
// which contains the level's name. Value is the text after the colon. An empty value removes the key. If Level is −1,
// SetKey sets a key of the pack: the key "pack", or a default for all levels. BossText and DronesText return values for
// the keys "boss" and "drones".
type SetKey struct {
	Level      int
	Key, Value string
}

func (e SetKey) apply(d *Document) error {
	from, to := 0, len(d.lines)
	if len(d.starts) > 0 {
		to = d.starts[0]
	}
	if e.Level != -1 {
		if _, err := d.level(e.Level); err != nil {
			return err
		}
		from, to = d.starts[e.Level], d.levelEnd(e.Level)
	} else if d.isEmpty() {
		return errors.New("the file is empty, add a level first")
	}

	key := lineKey(slices.IndexFunc(keywords[:], func(k keyword) bool { return k.name == e.Key }))
	switch {
	case key < 0 || !keywords[key].once && key != levelLine || key == levelLine && e.Level < 0:
		return fmt.Errorf("%s cannot be set", Quote(e.Key))
	case strings.TrimSpace(e.Value) == "" && key == levelLine:
		return errors.New("the level's name is missing")
	}

	var all []splice
	for i := from; i < to; i++ {
		if d.lines[i].key == key {
			all = append(all, splice{at: i, n: 1})
		}
	}
	if strings.TrimSpace(e.Value) != "" {
		text, err := d.checkLine(e.Level, e.Key+": "+strings.TrimSpace(e.Value))
		switch {
		case err != nil:
			return err
		case all == nil:
			all = append(all, splice{at: d.insertionIndex(key, from, to)})
		}
		all[0].lines = []string{text}
	}
	d.changeAll(all)
	return nil
}

// checkLine checks a line of the form "key: value" for the given level. It returns the line without invisible
// characters, or the parser's error. Level −1 stands for the lines before the first level, and the number of levels for
// a new level.
func (d *Document) checkLine(level int, text string) (string, error) {
	p := parser{file: d.name}
	switch {
	case newDocLine(text).key == levelLine:
		p.names = slices.DeleteFunc(slices.Clone(d.names), func(n levelName) bool {
			return level < len(d.starts) && n.line == d.starts[level]+1
		})
	case level >= 0:
		p.current = &levelBuilder{lattice: defaultLattice}
	}
	l := p.decode(1, text)
	if len(p.errs) == 0 {
		p.readLine(l)
	}
	if len(p.errs) > 0 {
		return "", errors.New(p.errs[0].Message)
	}
	return string(l.runes), nil
}

// sections are the sections of a level in the order in which a person would write them. The keys before them are in
// the order of keywords.
var sections = [...]string{"lattice", "legend", "rows", "hexagon", "polygon", "emitter", "drones", "boss"}

// section returns the number of a key's section, from 1, or 0 for keys before all sections.
func (k lineKey) section() int {
	if k == polygonLine {
		k = hexagonLine
	}
	return slices.Index(sections[:], keywords[k].name) + 1
}

// insertionIndex returns the index at which to insert a line with a new key. The lines of the level, or the lines
// before the first level, are d.lines[start:end].
func (d *Document) insertionIndex(key lineKey, start, end int) int {
	index := start
	if start == 0 {
		index = d.afterFirstLine(end)
	}
	for i := start; i < end; i++ {
		k := d.lines[i].key
		if k < 0 || k.section() > key.section() || k.section() == 0 && key.section() == 0 && k > key {
			if k >= 0 && key.section() == 0 && k.section() > 0 {
				break // keys before the sections should not follow a section
			}
			continue
		}
		index = d.blockEnd(i, end)
	}
	return index
}

// afterFirstLine returns the index after the first line of the format, or end if d.lines[:end] does not contain it.
func (d *Document) afterFirstLine(end int) int {
	for i := range end {
		if d.lines[i].key != blankLine && d.lines[i].key != commentLine {
			return i + 1
		}
	}
	return end
}

// blockEnd returns the index after line i and the indented lines that belong to it. The result is at most limit.
func (d *Document) blockEnd(i, limit int) int {
	end := i + 1
	for k := i + 1; k < limit && d.lines[k].key < 0 && d.lines[k].key != otherLine; k++ {
		if d.lines[k].key == indentedLine {
			end = k + 1
		}
	}
	return end
}

// SetLattice changes the lattice of a drawing. Value is the text after the colon. An empty value removes the lattice,
// so that the lattice of the previous drawing or the default for all levels applies. If Drawing is the number of
// drawings, it adds an empty drawing.
type SetLattice struct {
	Level, Drawing int
	Value          string
}

func (e SetLattice) apply(d *Document) error {
	l, err := d.level(e.Level)
	if err != nil {
		return err
	}

	var lines []string
	if value := strings.TrimSpace(e.Value); value != "" {
		text, err := d.checkLine(e.Level, "lattice: "+value)
		if err != nil {
			return err
		}
		lines = append(lines, text)
	}
	if e.Drawing == len(l.Drawings) {
		at := d.insertionIndex(rowsLine, d.starts[e.Level], d.levelEnd(e.Level))
		d.change(at, 0, append(lines, "rows:")...)
		return nil
	}
	if err := l.checkDrawing(e.Drawing); err != nil {
		return err
	}

	all := d.pinLattice(l, e.Drawing)
	if at := d.ownLattice(l, e.Drawing); at >= 0 {
		all = append(all, splice{at, 1, lines})
	} else {
		all = append(all, splice{d.aboveComments(l.Drawings[e.Drawing].Line - 1), 0, lines})
	}
	d.changeAll(all)
	return nil
}

// checkDrawing returns an error if the level has no drawing with this index.
func (l *DocumentLevel) checkDrawing(i int) error {
	switch {
	case len(l.Drawings) == 0:
		return errors.New("the level has no drawings")
	case i < 0 || i >= len(l.Drawings):
		return fmt.Errorf("no drawing %d, want 1 to %d", i+1, len(l.Drawings))
	}
	return nil
}

// ownLattice returns the index of the last line between the previous drawing and the given drawing that sets the
// lattice, or −1 if there is none.
func (d *Document) ownLattice(l *DocumentLevel, drawing int) int {
	from := l.Line
	if drawing > 0 {
		from = l.Drawings[drawing-1].Line
	}
	for i := l.Drawings[drawing].Line - 1; i >= from; i-- {
		if d.lines[i].key == latticeLine {
			return i
		}
	}
	return -1
}

// pinLattice returns the splice that repeats the lattice of a drawing before the next drawing, so that a change of the
// lattice does not affect the next drawing. It returns nil if there is no next drawing, or if the next drawing has its
// own lattice.
func (d *Document) pinLattice(l *DocumentLevel, drawing int) []splice {
	next := drawing + 1
	if next >= len(l.Drawings) || d.ownLattice(l, next) >= 0 {
		return nil
	}
	at := d.aboveComments(l.Drawings[next].Line - 1)
	for i := l.Drawings[drawing].Line - 1; i >= 0; i-- {
		if k := d.lines[i].key; k == latticeLine && (i >= l.Line-1 || i < d.starts[0]) {
			return []splice{{at, 0, []string{d.Line(i + 1)}}}
		}
	}
	return []splice{{at, 0, []string{"lattice: pitch 4 4"}}}
}

// aboveComments returns the index of the first comment directly above line i, or i if there is none.
func (d *Document) aboveComments(i int) int {
	for i > 0 && d.lines[i-1].key == commentLine {
		i--
	}
	return i
}

// SetFree replaces a brick outside of drawings. If Index is the number of such bricks, it adds a brick.
type SetFree struct {
	Level, Index int
	Brick        FreeBrick
}

func (e SetFree) apply(d *Document) error {
	l, err := d.level(e.Level)
	if err != nil {
		return err
	}
	key := hexagonLine
	if e.Brick.Radius <= 0 {
		key = polygonLine
	}
	return d.setItem(l, key, l.freeLines, e.Index, e.Brick.String())
}

// RemoveFree removes a brick outside of drawings.
type RemoveFree struct{ Level, Index int }

func (e RemoveFree) apply(d *Document) error {
	l, err := d.level(e.Level)
	if err != nil {
		return err
	}
	return d.removeItem(hexagonLine, l.freeLines, e.Index)
}

// SetEmitter replaces an emitter. If Index is the number of emitters, it adds an emitter.
type SetEmitter struct {
	Level, Index int
	Emitter      spec.EmitterSpec
}

func (e SetEmitter) apply(d *Document) error {
	l, err := d.level(e.Level)
	switch {
	case err != nil:
		return err
	case e.Index == len(l.emitterLines) && e.Index >= spec.MaxEmitters:
		return fmt.Errorf("more than %d emitters in a level", spec.MaxEmitters)
	}
	return d.setItem(l, emitterLine, l.emitterLines, e.Index, EmitterText(e.Emitter))
}

// RemoveEmitter removes an emitter.
type RemoveEmitter struct{ Level, Index int }

func (e RemoveEmitter) apply(d *Document) error {
	l, err := d.level(e.Level)
	if err != nil {
		return err
	}
	return d.removeItem(emitterLine, l.emitterLines, e.Index)
}

// setItem sets the value of the i-th line with the given key, which a level may have several times. It adds a line if i
// is len(lines). lines contains the line numbers of the existing lines with this key.
func (d *Document) setItem(l *DocumentLevel, key lineKey, lines []int, i int, value string) error {
	if i < 0 || i > len(lines) {
		return fmt.Errorf("no %s %d, want 1 to %d", keywords[key].name, i+1, len(lines))
	}
	text, err := d.checkLine(l.Index, keywords[key].name+": "+value)
	switch {
	case err != nil:
		return err
	case i < len(lines):
		d.change(lines[i]-1, 1, text)
	default:
		d.change(d.insertionIndex(key, d.starts[l.Index], d.levelEnd(l.Index)), 0, text)
	}
	return nil
}

// removeItem removes the i-th line with the given key. lines contains the line numbers of the lines with this key.
func (d *Document) removeItem(key lineKey, lines []int, i int) error {
	if i < 0 || i >= len(lines) {
		return fmt.Errorf("no %s %d, want 1 to %d", keywords[key].name, i+1, len(lines))
	}
	d.change(lines[i]-1, 1)
	return nil
}

// AddLevel inserts a small example level before the level with the index Level, or at the end. If Name is empty, the
// new level gets an unused name.
type AddLevel struct {
	Level int
	Name  string
}

func (e AddLevel) apply(d *Document) error {
	title, err := d.newName(e.Name, "Untitled")
	if err != nil {
		return err
	}
	body := slices.Collect(strings.Lines(newDocument))[2:]
	lines := []string{title}
	if d.isEmpty() {
		lines = []string{FirstLine, title}
	}
	if d.prelude.defaults.lattice != defaultLattice {
		lines = append(lines, "lattice: pitch 4 4")
	}
	for _, l := range body {
		lines = append(lines, strings.TrimSuffix(l, "\n"))
	}
	return d.insertLevel(e.Level, lines)
}

// newName returns the first line of a new level. If name is empty, newName uses base, with a number if a level already
// has this name.
func (d *Document) newName(name, base string) (line string, err error) {
	if name = strings.TrimSpace(name); name == "" {
		name = base
		for n := 2; d.hasName(name); n++ {
			suffix := fmt.Sprintf(" %d", n)
			r := []rune(base)
			name = strings.TrimSpace(string(r[:min(len(r), MaxName-len(suffix))])) + suffix
		}
	}
	return d.checkLine(len(d.starts), "level: "+name)
}

// hasName reports whether a level has the given name.
func (d *Document) hasName(name string) bool {
	return slices.ContainsFunc(d.names, func(n levelName) bool { return strings.EqualFold(n.text, name) })
}

// insertLevel inserts the lines of a level, separated by an empty line from its neighbors.
func (d *Document) insertLevel(level int, lines []string) error {
	if level < 0 || level > len(d.starts) {
		return fmt.Errorf("no level %d, want 1 to %d", level+1, len(d.starts)+1)
	}
	at := len(d.lines)
	switch {
	case level < len(d.starts):
		at = d.levelTop(level)
		lines = append(lines, "")
	case at > 0 && len(d.starts) > 0 && d.lines[at-1].key != blankLine:
		lines = slices.Insert(lines, 0, "")
	}
	d.change(at, 0, lines...)
	return nil
}

// levelTop returns the index of the first line of a level, including the comments above its name. If level is the
// number of levels, it returns the number of lines.
func (d *Document) levelTop(level int) int {
	if level == len(d.starts) {
		return len(d.lines)
	}
	return d.aboveComments(d.starts[level])
}

// levelText returns the lines of a level without the empty lines at its end, and the number of these empty lines.
func (d *Document) levelText(level int) (lines []string, empty int) {
	from, to := d.levelTop(level), d.levelTop(level+1)
	for ; to > from && d.lines[to-1].key == blankLine; to-- {
		empty++
	}
	for n := from + 1; n <= to; n++ {
		lines = append(lines, d.Line(n))
	}
	return lines, empty
}

// CopyLevel inserts a copy of a level after the level. If Name is empty, the copy gets an unused name.
type CopyLevel struct {
	Level int
	Name  string
}

func (e CopyLevel) apply(d *Document) error {
	l, err := d.level(e.Level)
	if err != nil {
		return err
	}
	title, err := d.newName(e.Name, cmp.Or(l.Level.Name, "Untitled"))
	if err != nil {
		return err
	}
	lines, _ := d.levelText(e.Level)
	lines[d.starts[e.Level]-d.levelTop(e.Level)] = title
	return d.insertLevel(e.Level+1, lines)
}

// RemoveLevel removes a level with the comments above it. A file keeps at least one level.
type RemoveLevel struct{ Level int }

func (e RemoveLevel) apply(d *Document) error {
	if _, err := d.level(e.Level); err != nil {
		return err
	}
	if len(d.starts) == 1 {
		return errors.New("this is the only level of the file")
	}
	from, to := d.levelTop(e.Level), d.levelTop(e.Level+1)
	if to == len(d.lines) {
		for from > 0 && d.lines[from-1].key == blankLine {
			from--
		}
	}
	d.change(from, to-from)
	return nil
}

// MoveLevel moves a level with the comments above it, so that its index is To.
type MoveLevel struct{ Level, To int }

func (e MoveLevel) apply(d *Document) error {
	for _, i := range []int{e.Level, e.To} {
		if _, err := d.level(i); err != nil {
			return err
		}
	}

	first, last := min(e.Level, e.To), max(e.Level, e.To)
	var texts [][]string
	var empty []int // number of empty lines after each level; they do not move with the level
	for i := first; i <= last; i++ {
		text, n := d.levelText(i)
		texts, empty = append(texts, text), append(empty, n)
	}
	step := 1
	if e.To < e.Level {
		step = -1
	}
	for i := e.Level; i != e.To; i += step {
		texts[i-first], texts[i-first+step] = texts[i-first+step], texts[i-first]
	}

	var lines []string
	for i, text := range texts {
		lines = append(append(lines, text...), make([]string, empty[i])...)
	}
	from := d.levelTop(first)
	d.change(from, d.levelTop(last+1)-from, lines...)
	return nil
}
