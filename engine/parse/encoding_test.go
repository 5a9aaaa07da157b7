package parse

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"
)

// encoded returns a text in UTF-16.
func encoded(order binary.AppendByteOrder, text string) (out string) {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

// encodingOf returns the encoding that an error names, or "".
func encodingOf(err error) string {
	e, _ := errors.AsType[EncodingError](err)
	return string(e)
}

func TestTextNamesTheEncoding(t *testing.T) {
	const little, big = "UTF-16, little-endian", "UTF-16, big-endian"
	for _, c := range []struct{ file, want, encoding string }{
		{file: "", want: ""},
		{file: "glyphs = 1", want: "glyphs = 1"},
		{file: "\ufeff", want: ""},
		{file: "\ufeffglyphs", want: "glyphs"},
		{file: "\ufeff\ufeffglyphs", want: "\ufeffglyphs"}, // the second one is a character of the text
		{file: "a\ufeff", want: "a\ufeff"},
		{file: "日本の石", want: "日本の石"},
		{file: "caf\xe9", want: "caf\xe9"}, // Latin-1; the reader of the text reports the invalid character
		{file: "one zero\x00 in a text that is otherwise fine", want: "one zero\x00 in a text that is otherwise fine"},
		{file: "zeros\x00\x00\x00\x00\x00\x00\x00\x00", want: "zeros\x00\x00\x00\x00\x00\x00\x00\x00"},
		{file: "\ufeff" + strings.Repeat("x", 1000), want: strings.Repeat("x", 1000)},
		{file: "\x00\xff", want: "\x00\xff"}, // binary data
		{file: "\x01\x00\x02\x00\x03\x00", want: "\x01\x00\x02\x00\x03\x00"},
		{file: "\xff\xfe", encoding: little},
		{file: "\xfe\xff", encoding: big},
		{file: encoded(binary.LittleEndian, "\ufeffglyphs"), encoding: little},
		{file: encoded(binary.BigEndian, "\ufeffglyphs"), encoding: big},
		{file: encoded(binary.LittleEndian, "a"), encoding: little},
		{file: encoded(binary.BigEndian, "a"), encoding: big},
		{file: encoded(binary.LittleEndian, "arkterm levels 1\n"), encoding: little},
		{file: encoded(binary.BigEndian, "arkterm levels 1\n"), encoding: big},
		{file: encoded(binary.LittleEndian, "# 日本の石日本の石日本の石\nlevel: 石"), encoding: little},
		{file: encoded(binary.BigEndian, "# 日本の石日本の石日本の石\nlevel: 石"), encoding: big},
		{file: "\xff\xfe\x00\x00a\x00\x00\x00", encoding: "UTF-32, little-endian"},
		{file: "\x00\x00\xfe\xff\x00\x00\x00a", encoding: "UTF-32, big-endian"},
	} {
		got, err := Text(c.file)
		if encodingOf(err) != c.encoding || c.encoding == "" && got != c.want {
			t.Errorf("Text(%q) = %q, %v; want %q, or an error with the encoding %q", c.file, got, err, c.want,
				c.encoding)
		}

		bytes, errBytes := Text([]byte(c.file))
		if string(bytes) != got || encodingOf(errBytes) != c.encoding {
			t.Errorf("Text([]byte(%q)) = %q, %v, want the same as for a string", c.file, bytes, errBytes)
		}
		if err != nil && !strings.Contains(err.Error(), c.encoding+": save it as UTF-8") {
			t.Errorf("Text(%q): error %v, want one that suggests UTF-8", c.file, err)
		}
	}
}
