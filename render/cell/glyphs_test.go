package cell

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
)

// testedGlyphs contains the glyph sets that are tested.
var testedGlyphs = []Glyphs{Mosaic, Sextant, Quadrant, Half, ASCII, Octant, Braille}

// TestBlocksAreDistinct checks that each mask has a different glyph.
func TestBlocksAreDistinct(t *testing.T) {
	for _, g := range testedGlyphs {
		if g == ASCII {
			continue
		}
		sub := g.SubCells()
		blocks := g.Blocks()
		if want := 1 << (sub[0] * sub[1]); len(blocks) != want {
			t.Errorf("%v.Blocks() has %d glyphs, want %d", g, len(blocks), want)
		}
		masks := map[rune]int{}
		for m, r := range blocks {
			if other, ok := masks[r]; ok {
				t.Errorf("%v: the masks %#x and %#x have the same glyph %U, want different glyphs", g, other, m, r)
			}
			masks[r] = m
			if Printable(r) != r {
				t.Errorf("%v: Printable(%U) = %U, want no change", g, r, Printable(r))
			}
		}
	}
}

// TestBlocksMatchUnicodeNames compares glyphs with their Unicode names, which contain the numbers of the lit
// sub-cells, starting at 1.
func TestBlocksMatchUnicodeNames(t *testing.T) {
	for _, test := range []struct {
		glyphs Glyphs
		name   string
		want   rune
	}{
		{Sextant, "", ' '},
		{Sextant, "1", 0x1fb00},
		{Sextant, "2", 0x1fb01},
		{Sextant, "12", 0x1fb02},
		{Sextant, "1234", 0x1fb0e},
		{Sextant, "35", 0x1fb13},
		{Sextant, "135", '▌'},
		{Sextant, "235", 0x1fb14},
		{Sextant, "246", '▐'},
		{Sextant, "23456", 0x1fb3b},
		{Sextant, "123456", '█'},
		{Octant, "", ' '},
		{Octant, "3", 0x1cd00},
		{Octant, "23", 0x1cd01},
		{Octant, "123", 0x1cd02},
		{Octant, "4", 0x1cd03},
		{Octant, "14", 0x1cd04},
		{Octant, "124", 0x1cd05},
		{Octant, "34", 0x1cd06},
		{Octant, "25", 0x1cd0b},
		{Octant, "2345678", 0x1cde5},
		{Octant, "1", 0x1cea8},
		{Octant, "2", 0x1ceab},
		{Octant, "7", 0x1cea3},
		{Octant, "8", 0x1cea0},
		{Octant, "35", 0x1fbe6},
		{Octant, "46", 0x1fbe7},
		{Octant, "12", 0x1fb82},
		{Octant, "123456", 0x1fb85},
		{Octant, "78", '▂'},
		{Octant, "345678", '▆'},
		{Octant, "1234", '▀'},
		{Octant, "5678", '▄'},
		{Octant, "1357", '▌'},
		{Octant, "13", '▘'},
		{Octant, "135678", '▙'},
		{Octant, "12345678", '█'},
		{Braille, "1", '⠁'},
		{Braille, "2", '⠈'},
		{Braille, "7", '⡀'},
		{Braille, "8", '⢀'},
		{Braille, "12345678", '⣿'},
	} {
		mask := 0
		for _, digit := range test.name {
			mask |= 1 << (digit - '1')
		}
		if got := test.glyphs.Blocks()[mask]; got != test.want {
			t.Errorf("%v: glyph with the sub-cells %q = %U, want %U", test.glyphs, test.name, got, test.want)
		}
	}
}

// TestOlderOctants checks that 230 of the 256 octants have new code points, and that octants of the form of quadrants
// have the code points of the quadrants.
func TestOlderOctants(t *testing.T) {
	count := 0
	for _, r := range octants {
		if r >= 0x1cd00 && r <= 0x1cde5 {
			count++
		}
	}
	if count != 230 {
		t.Errorf("%d octants have new code points, want 230", count)
	}
	for q, r := range quadrants {
		mask := 0
		for sub := range 8 {
			mask |= q >> (sub/4*2 + sub%2) & 1 << sub
		}
		if octants[mask] != r {
			t.Errorf("octants[%#x] = %c, want the quadrant %c", mask, octants[mask], r)
		}
	}
}

// TestBlocksAreOneColumn checks that each block is one column wide. If a program such as a multiplexer used two columns
// for a block, it would shift the rest of the row.
func TestBlocksAreOneColumn(t *testing.T) {
	library := runewidth.Condition{} // contains the newest blocks, which Go's tables lack
	for _, g := range testedGlyphs {
		for _, r := range g.Blocks() {
			if n := library.RuneWidth(r); n != 1 {
				t.Errorf("%U is %d columns wide, want 1", r, n)
			}
		}
	}
	for r := rune(0x80); r < 0x20000; r++ {
		if n := library.RuneWidth(r); isOwnGlyph(r) && n != 1 {
			t.Errorf("%U is %d columns wide, want 1", r, n)
		}
	}
}

// TestOwnTextsUseOwnGlyphs checks that isOwnGlyph returns true for all glyphs in the program's texts. It skips two
// files with letters of other scripts that are not displayed. They compare players' names and map keyboard layouts.
func TestOwnTextsUseOwnGlyphs(t *testing.T) {
	for _, dir := range []string{"render", "engine/spec", "input", "levels", "cmd/arkterm"} {
		err := filepath.WalkDir("../../"+dir, func(path string, d fs.DirEntry, err error) error {
			if d.IsDir() && (d.Name() == "testdata" || d.Name() == "names") {
				return fs.SkipDir
			}
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") ||
				d.Name() == "layouts.go" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			set := token.NewFileSet()
			var s scanner.Scanner
			s.Init(set.AddFile(path, -1, len(text)), text, nil, 0)
			for at, kind, literal := s.Scan(); kind != token.EOF; at, kind, literal = s.Scan() {
				if kind != token.STRING && kind != token.CHAR {
					continue
				}
				for _, r := range literal {
					if r >= 0x300 && !isOwnGlyph(r) {
						t.Errorf("%v: isOwnGlyph(%q) = false, want true", set.Position(at), r)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
