package editor

import (
	"fmt"
	"time"

	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// A Setup contains the operations that an editor needs from its caller. Only UI is required.
type Setup struct {
	UI     *ui.UI
	Render render.Options

	Play  func(pack levels.Pack, now time.Duration) // plays a pack with one level
	Save  func(s SaveRequest)                       // writes the file; its result is passed to Editor.Saved
	Rate  func(r RateRequest)                       // lets bots play the level; the results are passed to Editor.Rated
	Leave func(now time.Duration)                   // closes the editor
}

// A SaveRequest contains a document as text. The caller has to write the text to a file.
type SaveRequest struct {
	File   string // path, or a name in the folder of the player's levels
	Before string // expected content of the file before the save; "" means that there is no such file
	Text   string
}

// A RateRequest contains a level whose difficulty the caller has to rate with bots.
type RateRequest struct {
	Level  spec.Level
	Number int // identifies the request
}

// An Editor is the state of the level editor.
type Editor struct {
	Setup
	doc    *levels.Document
	file   string // name of the file; "" for a new document without a name
	onDisk string // text of the file

	// The current level.
	level             int // index of the level
	current           *levels.DocumentLevel
	grid              levels.Grid
	unreachable       []int            // indices of bricks that no ball can reach; see check
	reachability      []levels.Problem // the problem that reports the unreachable bricks; empty if there are none
	reachabilityKnown bool             // unreachable is up to date
	editAt            time.Duration    // time of the last edit

	// The cursor, the brush and the tool.
	cursor       levels.Cell
	cursorRow    int // row to which the cursor returns when it moves left or right
	brush        levels.Brick
	tool         int // index in tools
	symmetry     levels.Symmetry
	anchor       levels.Cell // first point of a line or rectangle
	anchored     bool
	region       [2]levels.Cell // opposite corners of the selection
	hasSelection bool           // there is a selection
	clipboard    []levels.Dab   // bricks in cells relative to the first selected cell
	hideGrid     bool
	drawingNo    int // index of the drawing that is edited

	objects        []object
	selectedObject int // index of the selected object, or −1
	selectedHandle int // index of the selected handle of that object
	drag           drag

	// Results of other operations.
	message        string // shown until the next key
	isError        bool
	saving         string   // text of the save in progress; "" if none
	laterRecords   []string // journal records of changes made during a save; TakeRecords returns them after the save
	closeAfterSave bool     // close the editor after saving
	closed         bool     // see Close
	rating         rating
	ratings        map[uint64]bot.Rating // complete ratings, by the digest of the level
	entry          ui.Entry
	entryLabel     string // label of the entry
	keysPage       int

	picture picture
}

// A rating is the state of a rating of the level by bots.
type rating struct {
	running, known bool
	stale          bool // the level has changed since the rating
	done, games    int
	number         int    // number of the last request
	digest         uint64 // digest of the level in the last request
	result         bot.Rating
}

// New returns an editor without a document. Call Open before showing its screens.
func New(s Setup) *Editor {
	e := &Editor{Setup: s, selectedObject: -1, ratings: map[uint64]bot.Rating{}}
	e.brush = levels.Brick{Kind: spec.Plain, Hue: 1}
	return e
}

// SetRender changes the options with which the level is drawn.
func (e *Editor) SetRender(o render.Options) {
	e.Render = o
	e.picture.reset()
}

// Open starts to edit a document. onDisk is the text of the file named file. If file is "", the document is new. If
// recovered is true, the document contains changes that were not saved, for example because of a crash.
func (e *Editor) Open(doc *levels.Document, file, onDisk string, recovered bool) {
	*e = Editor{
		Setup: e.Setup, selectedObject: -1, brush: e.brush, symmetry: e.symmetry, ratings: e.ratings,
		rating: rating{number: e.rating.number},
	}
	e.doc, e.file, e.onDisk = doc, file, onDisk
	e.compile()
	e.cursor = e.grid.Middle()
	e.cursorRow = e.cursor.Row
	if recovered {
		e.say(labels.Recovered, false)
	}
}

// Close closes the document and discards unsaved changes.
func (e *Editor) Close() { e.closed = true }

// TakeRecords returns journal records of the changes since the last call, and the text of the level file to which the
// changes apply. During a save, it returns no records.
func (e *Editor) TakeRecords() (base string, records []string) {
	if e.closed || e.saving != "" {
		return "", nil
	}
	records = append(e.laterRecords, e.doc.TakeRecords()...)
	e.laterRecords = nil
	return e.onDisk, records
}

// Document returns the document.
func (e *Editor) Document() *levels.Document { return e.doc }

// Changed reports whether the document has unsaved changes.
func (e *Editor) Changed() bool { return e.doc != nil && e.doc.Changed() }

// compile updates all data that is derived from the document.
func (e *Editor) compile() {
	e.level = max(0, min(e.level, e.doc.NumLevels()-1))
	e.current, e.reachability, e.unreachable, e.reachabilityKnown = nil, nil, nil, false
	if e.doc.NumLevels() > 0 {
		e.current = e.doc.Level(e.level)
	}
	e.rating.stale = true
	e.picture.stale = true
	if e.current == nil {
		e.grid = levels.Grid{}
		return
	}
	if r, ok := e.ratings[e.digest()]; ok && !e.rating.running {
		e.rating.known, e.rating.stale, e.rating.result = true, false, r
	}
	e.drawingNo = max(0, min(e.drawingNo, len(e.current.Drawings)-1))
	if len(e.current.Drawings) > 0 {
		e.grid = e.current.Drawings[e.drawingNo].Grid
	} else {
		e.grid = e.current.NewGrid()
	}
	e.cursor = e.grid.Nearest(e.cursor)
	e.listObjects()
}

// digest returns the digest of the level. Ratings are stored by digest.
func (e *Editor) digest() uint64 { return spec.Digest([]spec.Level{e.current.Level}) }

// problems returns the problems of the level.
func (e *Editor) problems() []levels.Problem {
	if e.current == nil {
		return e.doc.Problems()
	}
	return append(e.current.Problems[:len(e.current.Problems):len(e.current.Problems)], e.reachability...)
}

// checkDelay is the time after the last edit before the editor searches for unreachable bricks. The search takes
// several milliseconds, which would delay the next key.
const checkDelay = 250 * time.Millisecond

// check searches for unreachable bricks, unless they are known.
func (e *Editor) check() {
	if e.reachabilityKnown || e.current == nil {
		return
	}
	e.reachabilityKnown = true
	e.unreachable, e.reachability = e.current.Unreachable()
	e.picture.stale = true
	e.UI.Schedule.Redraw()
}

// advance checks the level some time after the last edit.
func (e *Editor) advance(now time.Duration) {
	if now >= e.editAt+checkDelay {
		e.check()
	}
}

// nextCheck returns when advance must be called to check the level, or Never.
func (e *Editor) nextCheck(time.Duration) time.Duration {
	if e.reachabilityKnown || e.current == nil {
		return ui.Never
	}
	return e.editAt + checkDelay
}

// apply applies an edit to the document. If the edit is not possible, apply shows the error and returns false.
func (e *Editor) apply(edit levels.Edit) bool {
	if err := e.doc.Apply(edit); err != nil {
		e.say(err.Error(), true)
		return false
	}
	e.changed()
	return true
}

// changed updates the screen after a change of the document.
func (e *Editor) changed() {
	e.editAt = e.UI.LastInput()
	e.compile()
	e.UI.Schedule.Redraw()
}

// say shows a message until the next key.
func (e *Editor) say(message string, isError bool) {
	e.message, e.isError = message, isError
	e.picture.stale = true
	e.UI.Schedule.Redraw()
}

// showLevel shows another level of the file.
func (e *Editor) showLevel(i int) {
	if i < 0 || i >= e.doc.NumLevels() {
		return
	}
	e.doc.EndGesture()
	e.level, e.selectedObject, e.anchored, e.hasSelection, e.drawingNo = i, -1, false, false, 0
	e.rating = rating{number: e.rating.number}
	e.compile()
	e.UI.Schedule.Redraw()
}

// undo undoes the last step. If d is −1, it redoes the step that was undone last.
func (e *Editor) undo(d int) {
	do, none := e.doc.Undo, labels.NoUndo
	if d < 0 {
		do, none = e.doc.Redo, labels.NoRedo
	}
	e.anchored = false
	if !do() {
		e.say(none, false)
		return
	}
	e.changed()
}

// play starts a test of the level. If the level has problems, play shows the first problem instead.
func (e *Editor) play(now time.Duration) {
	if e.Play == nil || e.current == nil {
		return
	}
	if n := len(e.current.Problems); n > 0 {
		e.say(fmt.Sprintf(labels.NotPlayable, e.current.Problems[0].Message), true)
		return
	}
	e.doc.EndGesture()
	e.Play(levels.Pack{Name: levels.PackName(e.doc.Name()), Levels: []spec.Level{e.current.Level}}, now)
}

// Played receives the end of a game started by Setup.Play, and shows a message about its result.
func (e *Editor) Played(g *engine.Game) {
	switch {
	case g.Phase == engine.Won:
		e.say(fmt.Sprintf(labels.Cleared, text.PlayTime(uint64(g.Tally.Ticks)), text.Number(g.Score)), false)
	case g.Phase.Ended():
		e.say(labels.GameOver, false)
	}
}

// Refused shows the reason why the level cannot be played.
func (e *Editor) Refused(err error) { e.say(fmt.Sprintf(labels.NotPlayable, err), true) }

// rate requests a rating of the level by bots.
func (e *Editor) rate() {
	switch {
	case e.Rate == nil || e.current == nil:
	case len(e.current.Problems) > 0:
		e.say(fmt.Sprintf(labels.NotPlayable, e.current.Problems[0].Message), true)
	case e.rating.running:
		e.say(labels.StillRating, false)
	default:
		e.rating = rating{running: true, number: e.rating.number + 1, digest: e.digest()}
		e.Rate(RateRequest{e.current.Level, e.rating.number})
		e.picture.stale = true
	}
}

// A RateResult is a result of Setup.Rate, which may be preliminary.
type RateResult struct {
	Request     int         // RateRequest.Number of the request
	Done, Games int         // number of games played so far, and total number of games
	Rating      *bot.Rating // rating by the games played so far; nil if there is none yet
	Err         error
}

// Rated receives a result of Setup.Rate.
func (e *Editor) Rated(r RateResult) {
	if r.Request != e.rating.number {
		return
	}
	e.rating.done, e.rating.games = r.Done, r.Games
	if r.Rating != nil {
		e.rating.known, e.rating.result = true, *r.Rating
	}
	e.rating.running = r.Done < r.Games && r.Err == nil
	if r.Done == r.Games && e.rating.known {
		e.ratings[e.rating.digest] = e.rating.result
	}
	if r.Err != nil {
		e.say(r.Err.Error(), true)
	}
	e.picture.stale = true
	e.UI.Rebuild()
}

// save saves the document. If the document has no file, the player first enters a name.
func (e *Editor) save(now time.Duration) {
	if e.file == "" {
		e.saveAs(now)
		return
	}
	e.write(e.file, e.onDisk)
}

// write requests that the document be written to the given file. oldText is the expected content of the file before the
// save.
func (e *Editor) write(file, oldText string) {
	if e.Save == nil || e.saving != "" {
		return
	}
	e.doc.EndGesture()
	e.saving = e.doc.Text()
	e.Save(SaveRequest{File: file, Before: oldText, Text: e.saving})
}

// Saved receives the result of Setup.Save. file is the path of the written file.
func (e *Editor) Saved(file string, err error, now time.Duration) {
	written := e.saving
	e.saving = ""
	closing := e.closeAfterSave
	e.closeAfterSave = false
	if err != nil {
		e.say(err.Error(), true)
		e.UI.Rebuild()
		return
	}
	e.file, e.onDisk = file, written
	e.doc.TakeRecords() // the journal is empty
	if record := e.doc.RecordSince(written); record != "" {
		e.laterRecords = append(e.laterRecords, record)
	} else {
		e.doc.MarkSaved()
	}
	e.say(fmt.Sprintf(labels.Saved, baseName(file)), false)
	if closing {
		e.Leave(now)
	}
	e.UI.Rebuild()
}

// cellAt returns the brick in a cell of the current drawing.
func (e *Editor) cellAt(c levels.Cell) (levels.Brick, bool) {
	if e.current == nil || e.drawingNo >= len(e.current.Drawings) {
		return levels.Brick{}, false
	}
	return e.current.Drawings[e.drawingNo].At(c)
}

// cursorPoint returns the position of the cursor in the field.
func (e *Editor) cursorPoint() geom.Vec { return e.grid.Center(e.cursor) }

// ascii reports whether only ASCII characters can be shown.
func (e *Editor) ascii() bool { return e.Render.Glyphs == cell.ASCII }
