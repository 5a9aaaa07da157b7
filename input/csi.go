package input

import (
	"bytes"
	"strconv"
)

// keep says what of a control sequence with a given final byte is let through.
type keep uint8

const (
	keepNot   keep = iota
	keepPlain      // without parameters
	keepKey        // a key with parameters as in CSI 1;5D
	keepNum        // a key with its number as in CSI 3~
	keepMouse      // CSI < b;x;y
)

// finals says what is let through of the control sequences that a terminal sends,
// by their final byte. A row that is missing is a reply.
var finals = [...]struct {
	final byte
	keep  keep
}{
	{'A', keepKey},
	{'B', keepKey},
	{'C', keepKey},
	{'D', keepKey}, // arrows
	{'F', keepKey},
	{'H', keepKey}, // End, Home
	{'P', keepKey},
	{'Q', keepKey},
	{'S', keepKey},   // F1, F2, F4; R is F3, but also the cursor report
	{'Z', keepPlain}, // Shift+Tab
	{'I', keepPlain},
	{'O', keepPlain}, // focus in, out
	{'~', keepNum},
	{'u', keepNum}, // the kitty protocol
	{'M', keepMouse},
	{'m', keepMouse},
}

// csi takes a whole control sequence without its introducer, and appends it to
// dst as tcell reads it right, or not at all.
func (f *Filter) csi(dst, seq []byte) []byte {
	params, final := seq[:len(seq)-1], seq[len(seq)-1]
	switch {
	case string(params) == "200" && final == '~':
		f.reset(inPaste)
		return dst
	case string(params) == "201" && final == '~': // the end of a paste that was none
		return dst
	case len(params) == 0 && final == 'M': // X10's mouse report
		f.reset(inX10)
		f.skip = 3
		return dst
	case len(params) > 0 && params[0] == '[': // F1 to F5 of the Linux console
		if final < 'A' || final > 'E' {
			return dst
		}
		return append(dst, esc, '[', '[', final)
	}
	if r, ok := reply(params, final); ok {
		f.answer(r)
		return dst
	}
	for _, row := range finals {
		if row.final == final {
			return row.keep.append(dst, params, final)
		}
	}
	return dst
}

// append appends the sequence if it is of that kind.
func (k keep) append(dst, params []byte, final byte) []byte {
	switch k {
	case keepPlain:
		if len(params) == 0 {
			return append(dst, esc, '[', final)
		}
	case keepMouse:
		if p, ok := bytes.CutPrefix(params, []byte("<")); ok {
			if a, ok := threeNumbers(p); ok {
				return appendCSI(dst, "<", a[:], final)
			}
		}
	case keepKey, keepNum:
		return appendKey(dst, k, params, final)
	}
	return dst
}

// Events and modifiers of the kitty protocol.
const (
	kittyRelease  = 3
	kittyLocks    = 64 | 128 // Caps Lock and Num Lock, in the modifiers less 1
	kittyFirstMod = 57441    // the keys that are modifiers themselves
	kittyLastMod  = 57454
)

// appendKey appends a key of the form CSI number ; modifiers : event final in the form
// CSI number ; modifiers final, unless it is a release or a modifier.
func appendKey(dst []byte, k keep, params []byte, final byte) []byte {
	if k == keepKey && len(params) == 0 {
		return append(dst, esc, '[', final)
	}
	number, rest, _ := bytes.Cut(params, []byte(";"))
	number, _, _ = bytes.Cut(number, []byte(":"))
	mods, _, _ := bytes.Cut(rest, []byte(";"))
	mods, event, _ := bytes.Cut(mods, []byte(":"))

	key, ok := parseNumber(number)
	if !ok || k == keepKey && key != 1 || key >= kittyFirstMod && key <= kittyLastMod {
		return dst
	}
	if e, ok := parseNumber(event); ok && e == kittyRelease {
		return dst
	}
	if m, ok := parseNumber(mods); ok && m > 0 {
		if m = (m-1)&^kittyLocks + 1; m > 1 {
			return appendCSI(dst, "", []int{key, m}, final)
		}
	}
	if k == keepKey {
		return append(dst, esc, '[', final)
	}
	return appendCSI(dst, "", []int{key}, final)
}

// threeNumbers reads numbers between semicolons.
func threeNumbers(p []byte) (a [3]int, ok bool) {
	for i := range a {
		var number []byte
		number, p, _ = bytes.Cut(p, []byte(";"))
		if a[i], ok = parseNumber(number); !ok {
			return a, false
		}
	}
	return a, len(p) == 0
}

// parseNumber reads digits, up to seven of them.
func parseNumber(digits []byte) (n int, ok bool) {
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, len(digits) > 0 && len(digits) <= 7
}

// appendCSI appends a control sequence.
func appendCSI(dst []byte, prefix string, numbers []int, final byte) []byte {
	dst = append(dst, esc, '[')
	dst = append(dst, prefix...)
	for i, n := range numbers {
		if i > 0 {
			dst = append(dst, ';')
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, final)
}
