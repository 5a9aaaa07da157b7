// Package caps has what is known of a terminal: what it has told of itself, and what its kind and its
// version are known to draw. It is values only; package terminal does the asking.
package caps

// Caps are what a terminal has told of itself: what it can do.
type Caps struct {
	Told       bool   // it has, or will not any more
	Answered   bool   // it has answered the last query
	Kitty      bool   // it knows the kitty keyboard protocol
	Win32      int    // win32-input-mode, as DECRQM tells: 1 is on, 2 off, 0 unknown
	Sync       bool   // it knows synchronized output
	PixelMouse bool   // it can report the mouse in pixels
	Status     bool   // it replies when it has read what came before
	Version    string // its name, "" if it does not tell
	// Secondary is the release in its secondary attributes, as one number; 0 if it does not tell.
	Secondary int
	CellW     int // pixels of a cell, 0 if it does not tell
	CellH     int
	Pixels    bool    // its size in pixels is known
	Aspect    float64 // width ÷ height of a cell, by the size in pixels or CSI 16 t; 0.5 if neither tells
}

// Releases reports whether it then reports them.
func (c Caps) Releases() bool { return c.Kitty || c.Win32 == 1 || c.Win32 == 2 }

// Replied reports whether the terminal has replied to anything.
func (c Caps) Replied() bool {
	c.Told, c.Pixels, c.Aspect = false, false, 0
	return c != (Caps{})
}
