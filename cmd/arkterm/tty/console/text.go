package console

import (
	"unicode/utf16"
	"unicode/utf8"
)

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
