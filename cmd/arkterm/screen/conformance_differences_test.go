package screen_test

import (
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"
)

// differences are programs that intentionally show another picture on our screen than on tcell's. The package comment
// lists them.
var differences = []struct {
	name    string
	program []call
	ours    string // the row on our screen; "" if undefined
	tcells  string // the row on tcell's screen; "" if undefined
}{
	{"control characters are not sent", []call{putAt(0, 0, "a\x1b[31mb\tc\nd"), show(nil)}, "a[31mbcd  ", ""},
	{"Sync keeps locked cells", []call{
		putAt(0, 0, "abcdef"), show(nil), lockAt(0, 0, 2, 1), putAt(0, 0, "xxxxxx"), redraw(new(decoder)),
	}, "abxxxx    ", "  xxxx    "},
	{"cells survive a suspension", []call{
		putAt(0, 0, "abcdef"), show(nil), callOf(func(d *display) { _ = d.Suspend() }),
		callOf(func(d *display) { _ = d.Resume() }), show(nil),
	}, "abcdef    ", "          "},
	{"invisible text is blank", []call{callOf(func(d *display) {
		d.PutStrStyled(0, 0, "secret", tcell.StyleDefault.Foreground(tcell.ColorRed).Background(tcell.ColorRed))
	}), show(nil)}, "          ", "secret    "},
	{
		"a wide Fill shows question marks",
		[]call{callOf(func(d *display) { d.Fill('世', tcell.StyleDefault) }), show(nil)},
		"??????????", "",
	},
}

// lockAt returns a call that locks a region.
func lockAt(x, y, w, h int) call {
	return callOf(func(d *display) { d.LockRegion(x, y, w, h, true) })
}

// callOf returns a call after which the pictures are not compared.
func callOf(do func(d *display)) call { return call{do: do} }

func TestDifferences(t *testing.T) {
	for _, c := range differences {
		for _, create := range []func(t *testing.T, w, h int) *display{newTerminfo, newOwn} {
			synctest.Test(t, func(t *testing.T) {
				d := create(t, 10, 1)
				d.start(t)
				want := c.tcells
				if d.own {
					want = c.ours
				}
				if want == "" {
					return
				}
				for _, call := range c.program {
					call.do(d)
					d.wait()
				}
				if got := d.terminal.text(); got != want+"\n" {
					t.Errorf("%s: %s shows %q, want %q", c.name, d.name, got, want)
				}
			})
		}
	}
}
