package levels

import (
	"errors"

	"arkterm/engine/spec"
)

// errTodo is the error of edits that are not implemented yet.
var errTodo = errors.New("not implemented yet")

// SetKey sets a key that a level has at most once, such as "author" or "par time", or "level" for its name. The value
// is as in the text. An empty value removes the key. Level −1 sets a default for all levels, or the key "pack". Use
// BossText and DronesText for the values of the keys "boss" and "drones".
type SetKey struct {
	Level      int
	Key, Value string
}

// A Dab is a cell with its new content.
type Dab struct {
	Cell
	Brick Brick
	Empty bool // removes the brick
}

// SetCells sets cells of a drawing. It adds legend entries and rows as needed. A level without drawings gets one if
// Drawing is 0.
type SetCells struct {
	Level, Drawing int
	Cells          []Dab
}

// SetLattice changes the lattice of a drawing. The value is as in the text, and "" is the default lattice. If Drawing
// is the number of drawings, it adds an empty one.
type SetLattice struct {
	Level, Drawing int
	Value          string
}

// RemoveDrawing removes a drawing.
type RemoveDrawing struct{ Level, Drawing int }

// SetFree replaces a brick outside of drawings. If Index is the number of these bricks, it adds one.
type SetFree struct {
	Level, Index int
	Brick        FreeBrick
}

// RemoveFree removes a brick outside of drawings.
type RemoveFree struct{ Level, Index int }

// SetEmitter replaces an emitter. If Index is the number of emitters, it adds one.
type SetEmitter struct {
	Level, Index int
	Emitter      spec.EmitterSpec
}

// RemoveEmitter removes an emitter.
type RemoveEmitter struct{ Level, Index int }

// AddLevel inserts a small level before the level with the given index, or at the end.
type AddLevel struct {
	Level int
	Name  string
}

// CopyLevel inserts a copy of a level after it, with another name.
type CopyLevel struct {
	Level int
	Name  string
}

// RemoveLevel removes a level with the comment above it.
type RemoveLevel struct{ Level int }

// MoveLevel moves a level with the comment above it, so that its index is To.
type MoveLevel struct{ Level, To int }

// SetLine replaces a line, for example one with an error. Remove removes it instead.
type SetLine struct {
	Line   int // from 1
	Text   string
	Remove bool
}

func (e SetKey) apply(d *Document) error        { return errTodo }
func (e SetCells) apply(d *Document) error      { return errTodo }
func (e SetLattice) apply(d *Document) error    { return errTodo }
func (e RemoveDrawing) apply(d *Document) error { return errTodo }
func (e SetFree) apply(d *Document) error       { return errTodo }
func (e RemoveFree) apply(d *Document) error    { return errTodo }
func (e SetEmitter) apply(d *Document) error    { return errTodo }
func (e RemoveEmitter) apply(d *Document) error { return errTodo }
func (e AddLevel) apply(d *Document) error      { return errTodo }
func (e CopyLevel) apply(d *Document) error     { return errTodo }
func (e RemoveLevel) apply(d *Document) error   { return errTodo }
func (e MoveLevel) apply(d *Document) error     { return errTodo }
func (e SetLine) apply(d *Document) error       { return errTodo }

// An Edit is a change of a document. Its types are SetKey, SetCells, SetLattice, RemoveDrawing, SetFree, RemoveFree,
// SetEmitter, RemoveEmitter, AddLevel, CopyLevel, RemoveLevel, MoveLevel and SetLine.
type Edit interface {
	apply(*Document) error
}
