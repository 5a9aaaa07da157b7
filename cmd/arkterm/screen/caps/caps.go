// Package caps holds the capabilities of a terminal. Some are reported by the terminal, others are known for
// terminals of its kind and version. The package contains values only; package terminal sends the queries.
package caps

// Caps are the capabilities that a terminal has reported.
type Caps struct {
	Told       bool   // the replies that change the picture have arrived, or are overdue
	Settled    bool   // so have all others
	Answered   bool   // it has replied to a query that all terminals reply to
	Kitty      bool   // it knows the kitty keyboard protocol
	Win32      int    // win32-input-mode, as DECRQM tells: 1 is on, 2 off, 0 unknown
	Sync       bool   // it knows synchronized output
	PixelMouse bool   // it can report the mouse in pixels
	Status     bool   // it replies when it has read what came before
	Version    string // its name, "" if it does not tell
	// Kind and Secondary are the first two numbers of its secondary attributes, 0 if unknown: most often a model
	// and its release.
	Kind, Secondary int

	Ambiguous int // columns of a character of ambiguous width, 0 if unknown; see [Caps.Wide]
	CellW     int // pixels of a cell, 0 if it does not tell
	CellH     int
	Pixels    bool    // its size in pixels is known
	Aspect    float64 // width ÷ height of a cell, by the size in pixels or CSI 16 t; 0.5 if neither tells
}

// Wide reports whether characters of ambiguous width take more than one column, as terminals set up for East
// Asian text show them. Then only ASCII pictures are drawn in the right places.
func (c Caps) Wide() bool { return c.Ambiguous > 1 }

// Releases reports whether it then reports them.
func (c Caps) Releases() bool { return c.Kitty || c.Win32 == 1 || c.Win32 == 2 }
