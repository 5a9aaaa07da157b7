package main

import (
	"strconv"
	"strings"
	"time"

	"arkterm/.ci/vt"
)

// An overlay reads the program's debug overlay from a terminal.
type overlay struct{ *vt.Screen }

// Tick returns the tick in the overlay.
func (o overlay) Tick() (tick int, ok bool) {
	tick, err := strconv.Atoi(o.figure("tick"))
	return tick, err == nil
}

// Rest returns how late the cells are that were left out of frames, as the overlay shows it.
func (o overlay) Rest() time.Duration {
	rest, err := time.ParseDuration(o.figure("rest"))
	if err != nil {
		return 0
	}
	return rest
}

// overlayW and overlayH are the columns and rows of the overlay, including the walls around it.
const overlayW, overlayH = 26, 12

// Text returns the lines of the overlay.
func (o overlay) Text() string {
	var b strings.Builder
	for y := range min(overlayH, o.H) {
		b.WriteString(o.Screen.Text(0, y, overlayW))
		b.WriteByte('\n')
	}
	return b.String()
}

// figure returns a figure in the overlay without commas and blanks, or "".
func (o overlay) figure(name string) string {
	for line := range strings.Lines(o.Text()) {
		if _, after, found := strings.Cut(line, name); found {
			figure, _, _ := strings.Cut(strings.TrimSpace(after), "  ")
			return strings.NewReplacer(",", "", " ", "").Replace(figure)
		}
	}
	return ""
}
