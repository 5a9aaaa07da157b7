package tty

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// This file converts the input and output of the Windows console. It calls no Windows functions, so its tests run
// on all systems.

// A record is an INPUT_RECORD of ReadConsoleInput.
type record struct {
	Type uint16
	_    uint16
	Data [4]uint32 // depends on Type
}

// Types of records. The decoder ignores all others.
const (
	keyRecord   = 0x01
	mouseRecord = 0x02
	sizeRecord  = 0x04
	focusRecord = 0x10
)

// vkMenu is the virtual key code of Alt. If the user types the number of a character while Alt is down, the record of
// the release of Alt contains the character.
const vkMenu = 0x12

// Event flags of mouse records.
const (
	mouseMoved   = 0x01
	mouseWheeled = 0x04
)

// keyReleaseReply is the reply of a terminal that reports key releases. A console always reports them, so a Reader
// returns this reply before any input.
const keyReleaseReply = "\x1b[?9001;1$y"

// A recordDecoder converts records to the sequences that a terminal would send: keys in win32-input-mode, SGR mouse
// reports in cells, and focus reports. Characters without a key, such as replies to queries, are unchanged. The zero
// recordDecoder is ready for use.
type recordDecoder struct {
	buttons uint32 // buttons that are down
	high    rune   // first half of a surrogate pair, or 0
}

// Append appends the bytes for a record. left and top are the position of the window in the screen buffer.
func (d *recordDecoder) Append(dst []byte, r record, left, top int) []byte {
	switch r.Type {
	case keyRecord:
		return d.key(dst, r)
	case mouseRecord:
		return d.mouse(dst, r, left, top)
	case focusRecord:
		if r.Data[0] != 0 {
			return append(dst, "\x1b[I"...)
		}
		return append(dst, "\x1b[O"...)
	}
	return dst
}

// key appends the sequence for a key record, or the character of a record without a key.
func (d *recordDecoder) key(dst []byte, r record) []byte {
	down, count, vk := r.Data[0] != 0, r.Data[1]&0xffff, r.Data[1]>>16
	scan, unit, mods := r.Data[2]&0xffff, r.Data[2]>>16, r.Data[3]&0x1ff
	switch {
	case vk == 0 && down, vk == vkMenu && !down && unit != 0:
		return d.character(dst, rune(unit))
	case vk == 0: // the release of a character without a key
		return dst
	}
	state := uint32(0)
	if down {
		state = 1
	}
	return appendSequence(dst, "\x1b[", '_', vk, scan, unit, state, mods, count)
}

// character appends a UTF-16 unit as UTF-8. It stores the first half of a surrogate pair for the next call.
func (d *recordDecoder) character(dst []byte, unit rune) []byte {
	high := d.high // first half from the previous call, or 0
	d.high = 0
	switch {
	case unit == 0:
		return dst
	case unit >= 0xd800 && unit < 0xdc00:
		d.high = unit
		return dst
	case utf16.IsSurrogate(unit):
		if unit = utf16.DecodeRune(high, unit); unit == utf8.RuneError {
			return dst
		}
	}
	return utf8.AppendRune(dst, unit)
}

// sgrButtons are the SGR numbers of the console's left, right and middle buttons.
var sgrButtons = [...]uint32{0, 2, 1}

// mouse appends SGR reports for a mouse record.
func (d *recordDecoder) mouse(dst []byte, r record, left, top int) []byte {
	col := int(int16(r.Data[0])) - left + 1
	row := int(int16(r.Data[0]>>16)) - top + 1
	if col < 1 || row < 1 {
		return dst
	}
	report := func(button uint32, final byte) {
		dst = appendSequence(dst, "\x1b[<", final, button, uint32(col), uint32(row))
	}
	switch r.Data[3] {
	case mouseWheeled:
		report(64+r.Data[1]>>31, 'M') // 64 is up; the sign bit adds 1 for down
		return dst
	case mouseMoved:
		button := uint32(3) // no button
		for i, number := range sgrButtons {
			if r.Data[1]>>i&1 != 0 {
				button = number
				break
			}
		}
		report(32+button, 'M') // SGR adds 32 for motion
	}
	changed := (d.buttons ^ r.Data[1]) & (1<<len(sgrButtons) - 1)
	d.buttons ^= changed
	for i, number := range sgrButtons {
		switch {
		case changed>>i&1 == 0:
		case d.buttons>>i&1 != 0:
			report(number, 'M')
		default:
			report(number, 'm')
		}
	}
	return dst
}

// appendSequence appends a control sequence with numeric parameters.
func appendSequence(dst []byte, begin string, final byte, numbers ...uint32) []byte {
	dst = append(dst, begin...)
	for i, n := range numbers {
		if i > 0 {
			dst = append(dst, ';')
		}
		dst = strconv.AppendUint(dst, uint64(n), 10)
	}
	return append(dst, final)
}

// appendUTF16 appends the UTF-8 text p for WriteConsole, and returns the number of bytes used. It does not use an
// incomplete character at the end of p, unless p contains nothing else. Invalid UTF-8 becomes U+FFFD.
func appendUTF16(dst []uint16, p []byte) (units []uint16, used int) {
	for used < len(p) && (used == 0 || utf8.FullRune(p[used:])) {
		r, n := utf8.DecodeRune(p[used:])
		dst = utf16.AppendRune(dst, r)
		used += n
	}
	return dst, used
}

// A consoleCell is a CHAR_INFO: a UTF-16 unit, and 4 bits each of foreground and background.
type consoleCell struct{ Unit, Attr uint16 }

// bright is the bit of the console's bright colors.
const bright = 8

// consolePalette holds the 16 colors of the console in tcell's order.
var consolePalette = func() (all []tcell.Color) {
	for i := range 16 {
		all = append(all, tcell.PaletteColor(i))
	}
	return all
}()

// appendCells appends the cells of a screen, row by row. A character that needs two UTF-16 units is replaced by ▒.
func appendCells(dst []consoleCell, s tcell.Screen) []consoleCell {
	cols, rows := s.Size()
	for y := range rows {
		for x := range cols {
			text, style, _ := s.Get(x, y)
			r, n := utf8.DecodeRuneInString(text)
			switch {
			case n == 0:
				r = ' '
			case r > 0xffff:
				r = '▒'
			}
			dst = append(dst, consoleCell{uint16(r), consoleAttributes(style)})
		}
	}
	return dst
}

// consoleAttributes returns the Attr of a [consoleCell] with the given style.
func consoleAttributes(s tcell.Style) uint16 {
	fg, bg, attrs := s.Decompose()
	front, back := consoleColor(fg, 7), consoleColor(bg, 0)
	if attrs&tcell.AttrBold != 0 {
		front |= bright
	}
	if attrs&tcell.AttrReverse != 0 {
		front, back = back, front
	}
	return front | back<<4
}

// consoleColor returns the number of the nearest color of the console, or def for the default color.
func consoleColor(c tcell.Color, def uint16) uint16 {
	if !c.Valid() {
		return def
	}
	n := uint16(tcell.FindColor(c, consolePalette) - tcell.ColorValid)
	// In tcell's numbers, bit 0 is red and bit 2 is blue. In the console's numbers, bit 0 is blue and bit 2 is red.
	return n&(bright|2) | n&1<<2 | n>>2&1
}
