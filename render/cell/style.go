package cell

// An Attr contains the text attributes of a cell: a set of flags, one underline style, and the index of an [Extra].
// Combine them with |. An Attr has 32 bits, so a Cell has no padding. Therefore cells and arrays of cells are compared
// as one block of memory.
type Attr uint32

// The flags.
const (
	Bold Attr = 1 << iota
	Dim
	Reverse
	Italic
	Blink
	StrikeThrough

	flagBits = iota
)

// Underline styles. A cell has at most one style.
const (
	Underline Attr = (iota + 1) << flagBits
	DoubleUnderline
	CurlyUnderline
	DottedUnderline
	DashedUnderline

	// Underlined is the mask of the underline styles.
	Underlined Attr = 7 << flagBits
)

// ExtraMask selects the bits of an Attr that hold the index of an extra; see [Frame.Extra].
const ExtraMask Attr = MaxExtras << extraShift

const extraShift = flagBits + 3

// MaxExtras is the maximum number of extras of a frame.
const MaxExtras = 1<<10 - 1

// UnderlineStyle returns the underline style as the subparameter of SGR 4: 0 none, 1 single, 2 double, 3 curly, 4
// dotted, 5 dashed.
func (a Attr) UnderlineStyle() int { return int(a & Underlined >> flagBits) }

// Extra returns the index in [Frame.Extras] of the extra of a. It returns -1 for an attribute without an extra.
func (a Attr) Extra() int { return int(a&ExtraMask>>extraShift) - 1 }

// An Extra is a part of a style that few cells have: an underline color, a hyperlink, or both.
type Extra struct {
	Underline Color  // color of the underline; Default means the color of the text
	URL       string // target of a hyperlink; "" if none
	ID        string // joins cells of one hyperlink that are not adjacent; "" if none
}

// Extra returns the attribute that adds x to the style of a cell of f. It returns 0 if x has no effect, or if x is
// new and f already has MaxExtras extras. The attribute is valid only in f and until the next call of ClearExtras.
func (f *Frame) Extra(x Extra) Attr {
	if x.URL == "" {
		x.ID = ""
	}
	if x == (Extra{Underline: Default}) {
		return 0
	}
	a, known := f.extras[x]
	if !known && len(f.Extras) < MaxExtras {
		if f.extras == nil {
			f.extras = make(map[Extra]Attr)
		}
		f.Extras = append(f.Extras, x)
		a = Attr(len(f.Extras)) << extraShift
		f.extras[x] = a
	}
	return a
}

// ClearExtras removes all extras of f. The caller must then redraw every cell that has an extra.
func (f *Frame) ClearExtras() {
	f.Extras = f.Extras[:0]
	clear(f.extras)
}
