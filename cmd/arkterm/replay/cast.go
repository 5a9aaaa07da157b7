package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"arkterm/render/cell"
)

// A CastFormat is a version of asciicast, the file format of asciinema. A cast consists of a header line in JSON and a
// line for each event.
type CastFormat string

// The formats. In version 2, times are since the start, with a resolution of a microsecond. In version 3, times are
// since the previous event, with a resolution of a millisecond.
const (
	CastV2 CastFormat = "v2"
	CastV3 CastFormat = "v3"
)

// The event codes.
const (
	CastOutput = 'o' // bytes sent to the terminal
	CastMarker = 'm' // a named position
	CastResize = 'r' // a new size of the terminal
)

// CastBell is the output that rings the terminal's bell.
const CastBell = "\a"

// idleLimit is the maximum length of a pause, in seconds. Programs that play a cast shorten longer pauses to this
// length.
const idleLimit = 2

// CastSuffix is the file name extension of casts.
const CastSuffix = ".cast"

// A CastHeader describes a cast.
type CastHeader struct {
	Format     CastFormat
	W, H       int // size of the terminal in cells
	Title      string
	Stamp      int64      // Unix time of the recording in seconds; 0 if unknown
	Text, Back cell.Color // default colors of text and background
}

// castTheme contains the terminal's colors in the format of asciicast.
type castTheme struct {
	Fg      string `json:"fg"`
	Bg      string `json:"bg"`
	Palette string `json:"palette"`
}

// theme returns the default colors and the 16 palette colors that the cast uses.
func (h *CastHeader) theme() castTheme {
	var all []string
	for _, c := range cell.Palette16() {
		all = append(all, hexColor(c))
	}
	return castTheme{hexColor(h.Text), hexColor(h.Back), strings.Join(all, ":")}
}

// hexColor returns a color as #rrggbb.
func hexColor(c cell.Color) string { return fmt.Sprintf("#%06x", uint32(c)) }

// castV2Header is the header line in version 2.
type castV2Header struct {
	Version   int       `json:"version"`
	Width     int       `json:"width"`
	Height    int       `json:"height"`
	Timestamp int64     `json:"timestamp,omitempty"`
	IdleLimit int       `json:"idle_time_limit"`
	Title     string    `json:"title,omitempty"`
	Theme     castTheme `json:"theme"`
}

// castV3Header is the header line in version 3.
type castV3Header struct {
	Version   int      `json:"version"`
	Term      castTerm `json:"term"`
	Timestamp int64    `json:"timestamp,omitempty"`
	IdleLimit int      `json:"idle_time_limit"`
	Title     string   `json:"title,omitempty"`
}

// castTerm describes the terminal in a cast of version 3.
type castTerm struct {
	Cols  int       `json:"cols"`
	Rows  int       `json:"rows"`
	Type  string    `json:"type"`
	Theme castTheme `json:"theme"`
}

// castTERM is a value of TERM for a terminal that supports all sequences in casts.
const castTERM = "xterm-256color"

// Line returns the header line.
func (h *CastHeader) Line() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	var v any = castV2Header{2, h.W, h.H, h.Stamp, idleLimit, h.Title, h.theme()}
	if h.Format == CastV3 {
		v = castV3Header{3, castTerm{h.W, h.H, castTERM, h.theme()}, h.Stamp, idleLimit, h.Title}
	}
	_ = e.Encode(v) // cannot fail, because v has only strings and numbers
	return b.Bytes()
}

// A CastClock formats the events of a cast with their times.
type CastClock struct {
	Format  CastFormat
	written int64 // sum of the intervals written in version 3, in milliseconds
}

// Append appends the line of an event to dst. elapsed is the time since the start of the cast, which must not decrease.
// data must consist of complete runes.
func (c *CastClock) Append(dst []byte, elapsed time.Duration, code byte, data []byte) []byte {
	dst = append(dst, '[')
	if c.Format == CastV3 {
		// Round the sum instead of the interval, so that errors do not accumulate.
		now := max(int64((elapsed+time.Millisecond/2)/time.Millisecond), c.written)
		dst = appendDecimal(dst, now-c.written, 3)
		c.written = now
	} else {
		dst = appendDecimal(dst, int64((elapsed+time.Microsecond/2)/time.Microsecond), 6)
	}
	dst = append(dst, `, "`...)
	dst = append(dst, code)
	dst = append(dst, `", `...)
	dst = appendJSON(dst, data)
	return append(dst, "]\n"...)
}

// appendDecimal appends n/10^places with the given number of decimal places.
func appendDecimal(dst []byte, n int64, places int) []byte {
	unit := int64(math.Pow10(places))
	dst = strconv.AppendInt(dst, n/unit, 10)
	dst = append(dst, '.')
	for unit /= 10; unit > 0; unit /= 10 {
		dst = append(dst, byte('0'+n/unit%10))
	}
	return dst
}

// appendJSON appends data, which is valid UTF-8, as a JSON string. Unlike encoding/json it does not allocate.
func appendJSON(dst, data []byte) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for _, b := range data {
		switch {
		case b == '"' || b == '\\':
			dst = append(dst, '\\', b)
		case b < ' ' || b == 0x7f:
			dst = append(dst, '\\', 'u', '0', '0', hex[b>>4], hex[b&15])
		default:
			dst = append(dst, b)
		}
	}
	return append(dst, '"')
}
