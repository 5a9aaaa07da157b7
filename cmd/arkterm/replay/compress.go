package replay

import (
	_ "embed"
	"math/bits"
)

// This file implements the compression of share codes. DEFLATE finds only repeated strings, which are rare in a text of
// 800 bytes. Instead, a predictor estimates the probability of each bit from several contexts, such as the preceding
// characters and the rows above in a drawing, and an arithmetic coder writes the bits. The predictor first reads a
// dictionary of typical level files. It uses only integers, so all processors produce the same codes.
//
// The dictionary and the predictor are part of version 2 of share codes. Any change makes existing codes unreadable.

//go:embed dictionary.txt
var dictionary string

// compress returns text in compressed form.
func compress(text []byte) []byte {
	p := newPredictor()
	var out []byte
	low, high := uint32(0), ^uint32(0) // range that represents all bits so far
	for _, c := range text {
		for i := 7; i >= 0; i-- {
			bit := c >> i & 1
			if mid := p.split(low, high); bit == 1 {
				high = mid
			} else {
				low = mid + 1
			}
			p.update(bit)
			for ; low>>24 == high>>24; low, high = low<<8, high<<8|0xff {
				out = append(out, byte(high>>24))
			}
		}
	}
	return append(out, byte(low>>24)+1) // zeros follow implicitly
}

// decompress returns the text of the given size from its compressed form. If packed is damaged, the text is arbitrary.
func decompress(packed []byte, size int) []byte {
	p := newPredictor()
	text := make([]byte, 0, size)
	low, high, at := uint32(0), ^uint32(0), uint32(0)
	next := func() uint32 {
		if len(packed) == 0 {
			return 0
		}
		c := packed[0]
		packed = packed[1:]
		return uint32(c)
	}
	for range 4 {
		at = at<<8 | next()
	}
	for len(text) < size {
		c := byte(0)
		for range 8 {
			bit := byte(0)
			if mid := p.split(low, high); at <= mid {
				bit, high = 1, mid
			} else {
				low = mid + 1
			}
			p.update(bit)
			c = c<<1 | bit
			for ; low>>24 == high>>24; low, high = low<<8, high<<8|0xff {
				at = at<<8 | next()
			}
		}
		text = append(text, c)
	}
	return text
}

// numContexts is the number of contexts of a predictor.
const numContexts = 10

// numOrders is the number of contexts that consist of the preceding characters only.
const numOrders = 3

// numInputs is the number of inputs of a mixer: two for each context, and a constant.
const numInputs = 2*numContexts + 1

// A predictor estimates the probability of the next bit of a text. As in PAQ, each context predicts the bit with an
// adaptive probability. A mixer, which is a small neural network, combines the predictions and learns their weights.
type predictor struct {
	models   [numContexts][]bitModel
	current  [numContexts]*bitModel // models of the next bit
	contexts [numContexts]uint32    // hashes of the contexts of the next character
	inputs   [numInputs]int32
	mixers   [numLineTypes * (numOrders + 1)][numInputs]int32
	weights  *[numInputs]int32 // the mixer for the next bit
	one      int32             // probability that the next bit is 1, in 1/4096

	text []byte
	bits uint32 // bits of the incomplete character after a leading 1

	line     int    // start of the current line
	previous int    // start of the previous line
	above    int    // start of the line before the previous line
	center   int    // first plus last column of the text in the last line that is not blank
	words    int    // number of words before the current word in the line
	word     uint32 // hash of the current word so far
	key      uint32 // hash of the first word of the line
}

// A bitModel estimates the probability of a bit in a context, and adapts it to each bit. The zero bitModel means that
// no bit has occurred in the context.
type bitModel struct {
	one   int16 // probability that the next bit is 1, minus ½, in 1/65536
	count uint8 // number of bits so far, at most maxBitCount
}

const (
	modelBits   = 16   // binary logarithm of the number of models per context
	maxBitCount = 60   // maximum of bitModel.count; with a higher maximum, models adapt more slowly
	mixerRate   = 2    // learning rate of the mixers
	mixerStart  = 9000 // initial weight of each input, in 1/65536
)

// newPredictor returns a predictor that has read the dictionary.
func newPredictor() *predictor {
	p := &predictor{bits: 1}
	for i := range p.models {
		p.models[i] = make([]bitModel, 1<<modelBits)
	}
	for i := range p.mixers {
		for j := range p.mixers[i] {
			p.mixers[i][j] = mixerStart
		}
	}
	p.setContexts()
	p.predict()
	for _, c := range []byte(dictionary) {
		for i := 7; i >= 0; i-- {
			p.update(c >> i & 1)
		}
	}
	return p
}

// split returns the value that divides the range from low to high in proportion to the prediction. Values up to the
// result encode a bit of 1.
func (p *predictor) split(low, high uint32) uint32 {
	n := high - low
	return low + n>>12*uint32(p.one) + (n&0xfff)*uint32(p.one)>>12
}

// update records the next bit of the text.
func (p *predictor) update(bit byte) {
	err := (int32(bit)<<12 - p.one) * mixerRate
	for i, in := range p.inputs {
		p.weights[i] += (in*err + 1<<13) >> 14
	}
	target := int32(bit)<<16 - 1<<15 - int32(bit)
	for _, m := range p.current {
		m.one += int16((target - int32(m.one)) * 2 / (2*int32(m.count) + 3))
		m.count = min(m.count+1, maxBitCount)
	}
	if p.bits = p.bits<<1 | uint32(bit); p.bits >= 1<<8 {
		p.text = append(p.text, byte(p.bits))
		p.bits = 1
		p.setContexts()
	}
	p.predict()
}

// predict computes the prediction of the next bit.
func (p *predictor) predict() {
	known := 0 // number of orders with a known context
	for i := range p.models {
		m := &p.models[i][hash(p.contexts[i], p.bits)>>(32-modelBits)]
		p.current[i] = m
		if m.count == 0 {
			p.inputs[2*i], p.inputs[2*i+1] = 0, 0
			continue
		}
		if i >= 1 && i <= numOrders {
			known++
		}
		one := (int32(m.one) + 1<<15) >> 4
		p.inputs[2*i] = stretch[one]
		p.inputs[2*i+1] = (one - 2048) * int32(min(m.count, 15)) >> 3
	}
	p.inputs[numInputs-1] = 256

	p.weights = &p.mixers[p.lineType()*(numOrders+1)+known]
	var sum int64
	for i, in := range p.inputs {
		sum += int64(in) * int64(p.weights[i])
	}
	p.one = max(1, squash(int32(max(-2047, min(sum>>16, 2047)))))
}

// Types of lines. Each has its own mixers.
const (
	inKey        = iota // in the first word of a line
	inRow               // in an indented line
	inValue             // after the first word
	numLineTypes        // number of types
)

// lineType returns the type of the current line.
func (p *predictor) lineType() int {
	switch {
	case p.key != 0:
		return inValue
	case p.line < len(p.text) && p.text[p.line] == ' ':
		return inRow
	}
	return inKey
}

// setContexts computes the contexts of the next character.
func (p *predictor) setContexts() {
	n := len(p.text)
	last := p.char(n - 1)
	switch {
	case last == '\n':
		p.endLine()
	case isSeparator(last):
		if p.words == 0 && n-p.line > 1 {
			p.key = p.word
		}
		p.words++
		p.word = 0
	default:
		p.word = hash(p.word+1, last)
	}

	col := n - p.line
	key := p.key + 3
	if col == 0 {
		key = 1
	} else if p.text[p.line] == ' ' {
		key = 2
	}
	second := p.char(n - 2)
	order2 := last | second<<8
	order4 := order2 | p.char(n-3)<<16 | p.char(n-4)<<24
	north := p.charIn(p.above, p.previous, col) // hexagon above in a drawing
	left := p.charIn(p.previous, p.line, col-1)
	middle := p.charIn(p.previous, p.line, col)
	right := p.charIn(p.previous, p.line, col+1)
	for i, h := range [numContexts]uint32{
		0,
		last,
		order2,
		order4,
		hash(hash(key, uint32(p.words)), p.word),
		hash(key, p.word),
		north | middle<<8 | last<<16,
		hash(p.wordAbove(), p.word),
		left | right<<8 | north<<16 | second<<24,
		p.mirrored(col) | middle<<8 | second<<16 | north<<24,
	} {
		p.contexts[i] = hash(h, uint32(i))
	}
}

// endLine handles the end of a line.
func (p *predictor) endLine() {
	end := len(p.text) - 1
	first := p.line
	for first < end && p.text[first] == ' ' {
		first++
	}
	if first < end {
		p.center = first + end - 1 - 2*p.line
	}
	p.above, p.previous, p.line = p.previous, p.line, end+1
	p.words, p.word, p.key = 0, 0, 0
}

// char returns the character at index i of the text, or 0.
func (p *predictor) char(i int) uint32 {
	if i < 0 || i >= len(p.text) {
		return 0
	}
	return uint32(p.text[i])
}

// charIn returns the character in a column of the line from start to next, the start of the next line. Columns outside
// of the line contain line breaks.
func (p *predictor) charIn(start, next, col int) uint32 {
	if col < 0 || start+col >= next {
		return '\n'
	}
	return uint32(p.text[start+col])
}

// mirrored returns the character at the mirror position of col in the line, under the assumption that the line has the
// same center as the previous one. It returns 1 in the left half of the line, a line break directly after the right
// half, and 2 after that.
func (p *predictor) mirrored(col int) uint32 {
	switch m := p.center - col; {
	case m >= col:
		return 1
	case m >= 0:
		return p.char(p.line + m)
	case m == -1:
		return '\n'
	}
	return 2
}

// wordAbove returns the hash of the previous line's word with the same number as the current word.
func (p *predictor) wordAbove() (h uint32) {
	n := 0
	for _, c := range p.text[p.previous:p.line] {
		switch {
		case isSeparator(uint32(c)):
			n++
		case n == p.words:
			h = hash(h+1, uint32(c))
		case n > p.words:
			return h
		}
	}
	return h
}

// isSeparator reports whether c ends a word.
func isSeparator(c uint32) bool { return c == ' ' || c == ',' || c == ':' }

// hash combines two values.
func hash(h, v uint32) uint32 {
	h = (bits.RotateLeft32(h, 5) ^ v) * 0x9e3779b1
	return h ^ h>>15
}

// squash returns 4096/(1 + exp(−x/256)), interpolated. x is −2047 to 2047.
func squash(x int32) int32 {
	i, w := (x+2048)>>7, x&127
	return (squashed[i]*(128-w) + squashed[i+1]*w + 64) >> 7
}

// squashed contains the values of squash for multiples of 128, from −2048 to 2048.
var squashed = [...]int32{
	1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047,
	2549, 2994, 3348, 3607, 3785, 3901, 3975, 4024, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
}

// stretch contains the inverse of squash: stretch[p] is the x for which squash(x) is about p.
var stretch = func() (all [4096]int32) {
	one := int32(0)
	for x := int32(-2047); x <= 2047; x++ {
		for ; one <= squash(x); one++ {
			all[one] = x
		}
	}
	for ; one < 4096; one++ {
		all[one] = 2047
	}
	return all
}()
