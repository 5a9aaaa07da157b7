// Package console translates between the Windows console and a terminal's two byte streams. What the console
// reports as records becomes the sequences that a terminal would send, so that one decoder, input.Filter,
// reads both; and what is sent to a console that knows no sequences becomes cells.
//
// It is values only, on every system: the calls are in package tty.
package console

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// A Record is an INPUT_RECORD as ReadConsoleInput fills it in.
type Record struct {
	Type uint16
	_    uint16
	Data [4]uint32
}

// The types of record. Menus report more, which is of no use.
const (
	KeyRecord   = 0x01
	MouseRecord = 0x02
	SizeRecord  = 0x04
	FocusRecord = 0x10
)

// Key returns a record of a key: its virtual key, scan code, UTF-16 unit and modifiers.
func Key(down bool, vk, scan, unit uint16, mods uint32) Record {
	r := Record{Type: KeyRecord, Data: [4]uint32{0, 1 | uint32(vk)<<16, uint32(scan) | uint32(unit)<<16, mods}}
	if down {
		r.Data[0] = 1
	}
	return r
}

// Mouse returns a record of the mouse at a place of the screen buffer.
func Mouse(col, row int16, buttons, event uint32) Record {
	return Record{Type: MouseRecord, Data: [4]uint32{uint32(uint16(col)) | uint32(uint16(row))<<16, buttons, 0, event}}
}

// Focus returns a record of the window that got or lost the keyboard.
func Focus(got bool) Record {
	r := Record{Type: FocusRecord}
	if got {
		r.Data[0] = 1
	}
	return r
}

// vkMenu is the Alt key. While it is down a number may be typed; the character comes when it goes up.
const vkMenu = 0x12

// What a mouse record tells.
const (
	mouseMoved   = 0x01
	mouseWheeled = 0x04
)

// Announcement is what a terminal replies once it reports releases of keys: records always have them.
const Announcement = "\x1b[?9001;1$y"

// A Decoder turns records into what a terminal would send: keys in win32-input-mode, the mouse in SGR reports by
// cells, the focus, and characters that no key has typed, such as the replies to queries, as they are. The
// zero Decoder is ready for use.
type Decoder struct {
	buttons uint32 // that are down
	high    rune   // the first half of a surrogate pair, or 0
}

// Append appends the bytes of a record. The screen shows the buffer from left and top on. Records that tell
// nothing of this append nothing.
func (d *Decoder) Append(dst []byte, r Record, left, top int) []byte {
	switch r.Type {
	case KeyRecord:
		return d.key(dst, r)
	case MouseRecord:
		return d.mouse(dst, r, left, top)
	case FocusRecord:
		if r.Data[0] != 0 {
			return append(dst, "\x1b[I"...)
		}
		return append(dst, "\x1b[O"...)
	}
	return dst
}

func (d *Decoder) key(dst []byte, r Record) []byte {
	down, count, vk := r.Data[0] != 0, r.Data[1]&0xffff, r.Data[1]>>16
	scan, unit, mods := r.Data[2]&0xffff, r.Data[2]>>16, r.Data[3]&0x1ff
	switch {
	case vk == 0 && down, vk == vkMenu && !down && unit != 0:
		return d.character(dst, rune(unit))
	case vk == 0: // the other half of a character that no key has typed
		return dst
	}

	dst = append(dst, "\x1b["...)
	for i, n := range [...]uint32{vk, scan, unit, r.Data[0] & 1, mods, count} {
		if i == 3 && down {
			n = 1
		}
		if i > 0 {
			dst = append(dst, ';')
		}
		dst = strconv.AppendUint(dst, uint64(n), 10)
	}
	return append(dst, '_')
}

// character appends a UTF-16 unit, or holds it back until its other half comes.
func (d *Decoder) character(dst []byte, unit rune) []byte {
	high := d.high
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

// sgrButtons are the numbers in mouse reports of the console's buttons: left, right, middle.
var sgrButtons = [...]int{0, 2, 1}

func (d *Decoder) mouse(dst []byte, r Record, left, top int) []byte {
	col := int(int16(r.Data[0])) - left + 1
	row := int(int16(r.Data[0]>>16)) - top + 1
	if col < 1 || row < 1 {
		return dst
	}
	if r.Data[3] == mouseWheeled {
		up := 64
		if int16(r.Data[1]>>16) < 0 {
			up++
		}
		return report(dst, up, col, row, 'M')
	}

	if r.Data[3] == mouseMoved {
		moving := 32 + 3
		for i, number := range sgrButtons {
			if r.Data[1]>>i&1 != 0 {
				moving = 32 + number
				break
			}
		}
		dst = report(dst, moving, col, row, 'M')
	}
	changed := (d.buttons ^ r.Data[1]) & (1<<len(sgrButtons) - 1)
	d.buttons ^= changed
	for i, number := range sgrButtons {
		switch {
		case changed>>i&1 == 0:
		case d.buttons>>i&1 != 0:
			dst = report(dst, number, col, row, 'M')
		default:
			dst = report(dst, number, col, row, 'm')
		}
	}
	return dst
}

// report appends a mouse report.
func report(dst []byte, button, col, row int, final byte) []byte {
	dst = strconv.AppendInt(append(dst, "\x1b[<"...), int64(button), 10)
	dst = strconv.AppendInt(append(dst, ';'), int64(col), 10)
	dst = strconv.AppendInt(append(dst, ';'), int64(row), 10)
	return append(dst, final)
}

// AppendUTF16 appends the UTF-8 text p for WriteConsole, and returns how many bytes of it were used: a
// character that p ends in the middle of is left for the next call. Bytes that are no UTF-8 become U+FFFD.
func AppendUTF16(dst []uint16, p []byte) (units []uint16, used int) {
	for used < len(p) {
		if c := p[used]; c < utf8.RuneSelf {
			dst = append(dst, uint16(c))
			used++
			continue
		}
		if used > 0 && !utf8.FullRune(p[used:]) {
			break
		}
		r, n := utf8.DecodeRune(p[used:])
		dst = utf16.AppendRune(dst, r)
		used += n
	}
	return dst, used
}
