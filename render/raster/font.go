package raster

// bigFont contains letters with a height of five pixels. Each letter lists its rows from top to bottom, separated by
// slashes. The character # is a lit pixel. Missing letters are drawn as question marks.
var bigFont = [...]string{
	' ':  "..",
	'!':  "#/#/#/./#",
	'\'': "#/#/././.",
	'-':  "...../...../.###./...../.....",
	'.':  "./././././#",
	':':  "./#/./#/.",
	'?':  "###./...#/.##./..../.#..",
	'0':  ".##./#..#/#..#/#..#/.##.",
	'1':  ".#./##./.#./.#./###",
	'2':  "###./...#/.##./#.../####",
	'3':  "###./...#/.##./...#/###.",
	'4':  "#..#/#..#/####/...#/...#",
	'5':  "####/#.../###./...#/###.",
	'6':  ".###/#.../###./#..#/.##.",
	'7':  "####/...#/..#./.#../.#..",
	'8':  ".##./#..#/.##./#..#/.##.",
	'9':  ".##./#..#/.###/...#/###.",
	'A':  ".##./#..#/####/#..#/#..#",
	'B':  "###./#..#/###./#..#/###.",
	'C':  ".###/#.../#.../#.../.###",
	'D':  "###./#..#/#..#/#..#/###.",
	'E':  "####/#.../###./#.../####",
	'F':  "####/#.../###./#.../#...",
	'G':  ".###/#.../#.##/#..#/.###",
	'H':  "#..#/#..#/####/#..#/#..#",
	'I':  "###/.#./.#./.#./###",
	'J':  "..##/...#/...#/#..#/.##.",
	'K':  "#..#/#.#./##../#.#./#..#",
	'L':  "#.../#.../#.../#.../####",
	'M':  "#...#/##.##/#.#.#/#...#/#...#",
	'N':  "#..#/##.#/#.##/#..#/#..#",
	'O':  ".##./#..#/#..#/#..#/.##.",
	'P':  "###./#..#/###./#.../#...",
	'Q':  ".##./#..#/#..#/#.#./.#.#",
	'R':  "###./#..#/###./#.#./#..#",
	'S':  ".###/#.../.##./...#/###.",
	'T':  "#####/..#../..#../..#../..#..",
	'U':  "#..#/#..#/#..#/#..#/.##.",
	'V':  "#...#/#...#/.#.#./.#.#./..#..",
	'W':  "#...#/#...#/#.#.#/##.##/#...#",
	'X':  "#..#/#..#/.##./#..#/#..#",
	'Y':  "#...#/.#.#./..#../..#../..#..",
	'Z':  "####/..#./.#../#.../####",
}

// BigRows is the height of the font's letters, in pixels.
const BigRows = 5

// bigLetter returns the rows and the width of a letter, without distinguishing upper and lower case.
func bigLetter(r rune) (rows string, w int) {
	if r >= 'a' && r <= 'z' {
		r += 'A' - 'a'
	}
	rows = bigFont['?']
	if r >= 0 && int(r) < len(bigFont) && bigFont[r] != "" {
		rows = bigFont[r]
	}
	for w < len(rows) && rows[w] != '/' {
		w++
	}
	return rows, w
}

// BigWidth returns the width of s in pixels, with one pixel between letters.
func BigWidth(s string) int {
	n := 0
	for _, r := range s {
		_, w := bigLetter(r)
		n += w + 1
	}
	return max(n-1, 0)
}

// BigColumn returns the index of the letter in pixel column x of s, and the lit pixels of that column: bit y for
// row y.
func BigColumn(s string, x int) (letter int, lit uint8) {
	for _, r := range s {
		rows, w := bigLetter(r)
		if x < w {
			for y := range BigRows {
				if i := y*(w+1) + x; i < len(rows) && rows[i] == '#' {
					lit |= 1 << y
				}
			}
			return letter, lit
		}
		x -= w + 1
		letter++
		if x < 0 {
			break
		}
	}
	return letter, 0
}
