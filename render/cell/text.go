package cell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"arkterm/engine/parse"
)

// This file divides text in all languages into glyphs.
//
// A Cell has one Glyph. Most glyphs are runes of one column. Other glyphs have numbers above unicode.MaxRune and
// are created only by Next and Cluster:
//
//   - A rune of two columns has wideBit. The cell to its right has the glyph Tail.
//   - A cluster is a rune with marks, such as an accent without a precomposed character. If it has wideBit, it has
//     two columns.
//
// A wide glyph without its Tail, or a Tail without its glyph, has been partly overwritten. The remaining half is shown
// as a blank; see VisibleGlyph.
//
// Terminals agree on the width of most runes, but not on the width of sequences. Many terminals add up the widths of
// the runes, like wcwidth, and some look up the whole sequence. So text is divided into glyphs that have the same width
// in both cases. Joined emoji are drawn side by side, without the zero-width joiners and skin-tone modifiers.
const (
	wideBit    rune = 1 << 21
	clusterBit rune = 1 << 22

	// Tail is the right half of a wide glyph.
	Tail rune = 1 << 23

	// Locked marks a cell with graphics that an encoder does not overwrite. When another glyph replaces Locked, the
	// cell must be sent again.
	Locked rune = 1 << 24
)

// Special reports whether a glyph is wide, a rune with marks, Tail or Locked.
func Special(glyph rune) bool { return glyph > unicode.MaxRune }

// Marked reports whether a glyph is a rune with marks.
func Marked(glyph rune) bool { return Special(glyph) && glyph&clusterBit != 0 }

// Wide reports whether a glyph has two columns.
func Wide(glyph rune) bool { return Special(glyph) && glyph&wideBit != 0 }

// Base returns the first rune of a glyph.
func Base(glyph rune) rune {
	switch {
	case Marked(glyph):
		r, _ := utf8.DecodeRuneInString(clusterText(glyph))
		return r
	case Wide(glyph):
		return glyph &^ wideBit
	}
	return glyph
}

// AppendGlyph appends the text of a glyph to dst, in UTF-8. Tail and Locked have no text.
func AppendGlyph(dst []byte, glyph rune) []byte {
	switch {
	case glyph >= Tail:
		return dst
	case Special(glyph) && glyph&clusterBit != 0:
		return append(dst, clusterText(glyph)...)
	case Special(glyph):
		glyph &^= wideBit
	}
	return utf8.AppendRune(dst, glyph)
}

// GlyphLen returns the length of a glyph in UTF-8 text, in bytes.
func GlyphLen(glyph rune) int {
	switch {
	case !Special(glyph):
		return utf8.RuneLen(glyph)
	case glyph >= Tail:
		return 0
	case glyph&clusterBit != 0:
		return len(clusterText(glyph))
	}
	return utf8.RuneLen(glyph &^ wideBit)
}

// VisibleGlyph returns the visible glyph of cells[i], where a row has w cells. Half of a wide glyph is a blank.
func VisibleGlyph(cells []Cell, w, i int) rune {
	glyph := cells[i].Glyph
	switch {
	case !Special(glyph):
	case glyph == Tail:
		if i%w == 0 || !Wide(cells[i-1].Glyph) {
			return ' '
		}
	case glyph&wideBit != 0:
		if i%w == w-1 || cells[i+1].Glyph != Tail {
			return ' '
		}
	}
	return glyph
}

// Text writes s from column x of row y, clipped to the frame, and returns the column after it. Control characters and
// other runes that cannot be shown become question marks, because texts such as the names in files can contain any
// rune.
func (f *Frame) Text(x, y int, s string, st Style) int {
	for s != "" {
		glyph, columns, n := Next(s)
		f.Put(x, y, glyph, columns, st)
		x += columns
		s = s[n:]
	}
	return x
}

// Put writes a glyph that Next has returned, with its number of columns, at column x of row y. If one half of a wide
// glyph is outside the frame, the other half becomes a blank.
func (f *Frame) Put(x, y int, glyph rune, columns int, st Style) {
	if columns > 0 {
		f.Set(x, y, glyph, st)
	}
	if columns > 1 {
		f.Set(x+1, y, Tail, st)
	}
}

// Width returns the number of columns that Text fills with s.
func Width(s string) (columns int) {
	for s != "" {
		_, cols, n := Next(s)
		columns += cols
		s = s[n:]
	}
	return columns
}

// Cut returns the longest prefix of s that fits into the given number of columns. It does not divide a glyph.
func Cut(s string, columns int) string {
	for i := 0; i < len(s); {
		_, cols, n := Next(s[i:])
		if columns -= cols; columns < 0 {
			return s[:i]
		}
		i += n
	}
	return s
}

// Pad returns s with blanks appended, so that it fills at least the given number of columns.
func Pad(s string, columns int) string {
	return s + strings.Repeat(" ", max(columns-Width(s), 0))
}

// Characters with special rules.
const (
	firstFlag, lastFlag = 0x1f1e6, 0x1f1ff // regional indicators; two of them form a flag
	firstTone, lastTone = 0x1f3fb, 0x1f3ff // skin-tone modifiers of emoji
	firstEmoji          = 0x2600           // skin-tone modifiers have no effect on runes below this
	keycap              = 0x20e3           // makes a digit an emoji of two columns on some terminals
)

// firstMark is the first byte of U+0300, the first mark, in UTF-8.
const firstMark = 0xcc

// maxMarks is the maximum number of marks drawn with a rune. More marks would reach into other rows.
const maxMarks = 3

// Next returns the first glyph of s, its number of columns and its length in bytes. If nothing is drawn, it returns
// 0 columns. s must not be empty. Joined emoji are separate glyphs, because terminals disagree on their width.
func Next(s string) (glyph rune, columns, size int) {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r >= ' ' && r <= '~' || isOwnGlyph(r):
		columns = 1
	case parse.Invisible(r):
		return 0, 0, n
	case r >= firstFlag && r <= lastFlag:
		// terminals draw these as single letters, or pairs of them as a flag of two columns
		return 'A' + r - firstFlag, 1, n
	default:
		r, n = hangulSyllable(s, r, n)
		if columns = Columns(r); columns == 0 {
			return '?', 1, n
		}
	}
	if n == len(s) || s[n] < firstMark {
		return plainGlyph(r, columns), columns, n
	}
	return withMarks(s, r, columns, n)
}

// withMarks returns the glyph of base with the marks that follow it, the number of columns of both, and their size in
// bytes. base is the first n bytes of s, and has the given number of columns.
func withMarks(s string, base rune, columns, n int) (glyph rune, total, size int) {
	size, total = n, columns
	marks := 0
	for size < len(s) && s[size] >= firstMark {
		m, length := utf8.DecodeRuneInString(s[size:])
		kind := markKindOf(base, m)
		if kind == notMark || kind == spacingMark && total == 2 {
			break
		}
		if kind != omittedMark && marks < maxMarks {
			marks++
			if kind == spacingMark {
				total++
			}
		}
		size += length
	}
	if marks > 0 {
		if glyph = clusters.glyph(nextCluster, s[:size], total == 2,
			func() string { return clusterOf(s[:size], base) }); glyph != 0 {
			return glyph, total, size
		}
	}
	return plainGlyph(base, columns), columns, size
}

// A markKind is the relation of a rune to the rune before it.
type markKind uint8

const (
	notMark        markKind = iota // not a mark
	omittedMark                    // not drawn
	nonspacingMark                 // occupies no column
	spacingMark                    // occupies a column
)

// markKindOf returns the relation of m to base.
func markKindOf(base, m rune) markKind {
	switch {
	case parse.Invisible(m), m == keycap, m >= firstTone && m <= lastTone && base >= firstEmoji:
		return omittedMark
	case unicode.In(m, unicode.Mn, unicode.Me):
		return nonspacingMark
	case unicode.Is(unicode.Mc, m):
		return spacingMark
	}
	return notMark
}

// plainGlyph returns the glyph of a rune without marks.
func plainGlyph(r rune, columns int) rune {
	if columns == 2 {
		return r | wideBit
	}
	return r
}

// runeWidths returns the widths of runes. Unlike runewidth's default, it does not depend on the environment.
var runeWidths = runewidth.Condition{}

// Columns returns the number of columns of a rune: 1, 2, or 0 if it cannot be shown alone, such as a mark or a
// control character.
func Columns(r rune) int {
	switch {
	case !unicode.IsPrint(r):
		return 0
	case r < 0x300 || isOwnGlyph(r):
		return 1
	case unicode.In(r, unicode.M, unicode.Other_Default_Ignorable_Code_Point):
		return 0
	case r >= firstTone && r <= lastTone:
		return 0
	case r >= 0x1160 && r <= 0x11ff, r >= 0xd7b0 && r <= 0xd7ff: // Hangul vowels and finals, which some terminals join
		return 0
	}
	return runeWidths.RuneWidth(r)
}

// hangulSyllable returns r, which is the first n bytes of s, or the Hangul syllable that r and the following runes
// form. File names on macOS contain the parts instead of syllables.
func hangulSyllable(s string, r rune, n int) (rune, int) {
	const (
		firstLead, firstVowel, beforeFinals, firstSyllable = 0x1100, 0x1161, 0x11a7, 0xac00
		leads, vowels, finals                              = 19, 21, 28 // the finals include the absence of one
		firstByte                                          = 0xe1       // first byte of all parts in UTF-8
	)
	lead := r - firstLead
	if lead < 0 || lead >= leads || n == len(s) || s[n] != firstByte {
		return r, n
	}
	v, size := utf8.DecodeRuneInString(s[n:])
	if v -= firstVowel; v < 0 || v >= vowels {
		return r, n
	}
	n += size
	r = firstSyllable + (lead*vowels+v)*finals
	if n < len(s) && s[n] == firstByte {
		if t, size := utf8.DecodeRuneInString(s[n:]); t > beforeFinals && t < beforeFinals+finals {
			return r + t - beforeFinals, n + size
		}
	}
	return r, n
}

// OneColumn reports whether r is visible or a blank, and one column wide.
func OneColumn(r rune) bool { return Columns(r) == 1 }

// Printable returns r, or a question mark if r is not one column wide. It does not change glyphs returned by Next.
func Printable(r rune) rune {
	if r >= ' ' && r <= '~' || isOwnGlyph(r) || Special(r) || OneColumn(r) {
		return r
	}
	return '?'
}

// Narrow returns a glyph, or a question mark if its width is ambiguous, because terminals set up for East Asian
// text show such characters in two columns.
func Narrow(glyph rune) rune {
	if glyph > '~' && glyph != Tail && runewidth.IsAmbiguousWidth(Base(glyph)) {
		return '?'
	}
	return glyph
}
