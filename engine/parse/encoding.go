package parse

import "fmt"

// byteOrderMark is U+FEFF in UTF-8. Windows editors write it at the start of a file.
const byteOrderMark = "\ufeff"

// An EncodingError is the name of the encoding of a text that is not UTF-8.
type EncodingError string

func (e EncodingError) Error() string {
	return fmt.Sprintf("the text is encoded in %s: save it as UTF-8", string(e))
}

// marks are the byte order marks of the other encodings. The longer marks come first, because
// the mark of UTF-32 begins with the mark of UTF-16.
var marks = [...]struct{ mark, encoding string }{
	{"\xff\xfe\x00\x00", "UTF-32, little-endian"},
	{"\x00\x00\xfe\xff", "UTF-32, big-endian"},
	{"\xff\xfe", "UTF-16, little-endian"},
	{"\xfe\xff", "UTF-16, big-endian"},
}

// Text returns the text of a file without its byte order mark. The error is an EncodingError if
// the file is encoded in UTF-16 or UTF-32, with or without a byte order mark. All readers of text
// files use this function.
func Text[T string | []byte](file T) (T, error) {
	for _, m := range marks {
		if hasPrefix(file, m.mark) {
			return file, EncodingError(m.encoding)
		}
	}
	if encoding := unmarkedEncoding(file); encoding != "" {
		return file, EncodingError(encoding)
	}
	return WithoutMark(file), nil
}

// WithoutMark returns a text without its byte order mark.
func WithoutMark[T string | []byte](text T) T {
	if hasPrefix(text, byteOrderMark) {
		return text[len(byteOrderMark):]
	}
	return text
}

// hasPrefix is strings.HasPrefix for strings and bytes.
func hasPrefix[T string | []byte](text T, prefix string) bool {
	return len(text) >= len(prefix) && string(text[:len(prefix)]) == prefix
}

// sampleLen is the number of bytes that unmarkedEncoding checks for zeros. Files begin with
// keywords and comments, most of which are ASCII.
const sampleLen = 256

// unmarkedEncoding returns the encoding of a UTF-16 text without a byte order mark, or "" if the
// text is not UTF-16. In UTF-16, the high byte of each ASCII character is zero. A text in UTF-8 has
// no zeros. In binary data, other bytes than ASCII characters are next to the zeros.
func unmarkedEncoding[T string | []byte](file T) string {
	var zeros [2]int // at even and at odd offsets
	n := min(len(file), sampleLen) &^ 1
	for i := range n {
		if file[i] != 0 {
			continue
		}
		if c := file[i^1]; (c < ' ' || c > '~') && c != '\t' && c != '\n' && c != '\r' {
			return ""
		}
		zeros[i%2]++
	}

	// Require only one ASCII character in eight, because the others can be Chinese, for example.
	switch minZeros := n / 16; {
	case zeros[0] == 0 && zeros[1] > minZeros:
		return "UTF-16, little-endian"
	case zeros[1] == 0 && zeros[0] > minZeros:
		return "UTF-16, big-endian"
	}

	return ""
}

// Invisible reports whether a character is invisible and harmless: a joiner, a variation selector
// or a tag. Programs add such characters to text automatically, for example U+FE0F after a heart.
// Invisible is false for characters that change the direction of text and for letters that look
// like blanks.
func Invisible(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0xad, r == 0x34f, r == 0xfeff: // soft hyphen, grapheme joiner, zero width no-break space
		return true
	case r >= 0x180b && r <= 0x180f, r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0100 && r <= 0xe01ef: // variation selectors
		return true
	case r >= 0x200b && r <= 0x200d, r >= 0x2060 && r <= 0x2064: // zero width space and joiners, invisible operators
		return true
	case r >= 0xe0020 && r <= 0xe007f: // tags, in flags of regions
		return true
	}
	return false
}
