package screen

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"

	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// A sharedFrame is a picture that changes. It encodes the current version completely or as the change from the previous
// version.
type sharedFrame struct {
	cell.Frame
	number    uint64       // number of the version
	delta     []byte       // change from the previous version
	e         ansi.Encoder // encodes delta
	keyFrames int          // number of complete encodings
}

// newSharedFrame returns a picture of w × h cells. Pictures with different numbers have different versions.
func newSharedFrame(w, h int, number uint64) *sharedFrame {
	s := &sharedFrame{number: number << 32}
	s.Resize(w, h)
	return s
}

// change changes up to 20 cells and increments the version.
func (s *sharedFrame) change(rng *rand.Rand) {
	for range 1 + rng.IntN(20) {
		s.Cells[rng.IntN(len(s.Cells))] = cell.Cell{
			Glyph: 'a' + rng.Int32N(26), Fg: cell.Color(rng.Int32N(1 << 24)),
			Bg: 0x102030,
		}
	}
	s.e.ForgetCursor()
	s.delta = s.e.Frame(nil, &s.Frame)
	s.number++
}

func (s *sharedFrame) Append(dst []byte, since uint64) ([]byte, uint64) {
	switch since {
	case s.number:
		return dst, since
	case s.number - 1:
		return append(dst, s.delta...), s.number
	}
	s.keyFrames++
	var e ansi.Encoder
	return e.Frame(dst, &s.Frame), s.number
}

func (s *sharedFrame) Copy(f *cell.Frame) {
	f.Resize(s.W, s.H)
	copy(f.Cells, s.Cells)
}

// The terminal shows private frames, shared frames, and shared frames that are sent in parts because of a limit. Other
// output between frames has no effect.
func TestSharedFramesAreShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, _ := newStuckWriter()
		defer w.giveUp()
		w.writeRaw("stuck")
		synctest.Wait()

		rng := rand.New(rand.NewPCG(3, 4))
		screen := ansi.NewEmulator(40, 10)
		channels := []*sharedFrame{newSharedFrame(40, 10, 1), newSharedFrame(40, 10, 2)}
		var own cell.Frame
		own.Resize(40, 10)
		at, keyFrames := channels[0], 0
		for i := range 700 {
			if rng.IntN(40) == 0 {
				at = channels[rng.IntN(2)]
			}
			if rng.IntN(5) > 0 {
				at.change(rng)
			}
			switch rng.IntN(60) {
			case 0:
				w.forget()
				screen.Erase()
			case 1:
				screen.Write([]byte("\x1b[31m\x1b[3;4H")) // a raw sequence may change the style and the cursor
				w.writeRaw("")
			}

			f, limit := &cell.Frame{W: 40, H: 10, Shared: at}, ansi.Limit{}
			want := &at.Frame
			switch rng.IntN(30) {
			case 0:
				own.Cells[rng.IntN(400)] = cell.Cell{Glyph: 'X', Fg: 0xffffff}
				f, want = &own, &own
			case 1:
				limit = ansi.Limit{Bytes: 1, Now: int64(i)}
			}
			w.mu.Lock()
			w.buffer = w.buffer[:0]
			w.mu.Unlock()
			w.show(f, limit, "", 0)
			screen.Write(w.buffer)
			for n := 0; limit.Bytes > 0 && n < 1000; n++ { // sends parts until the whole frame is shown
				if left, _ := w.incomplete(); left == 0 {
					break
				}
				w.buffer = w.buffer[:0]
				w.show(f, ansi.Limit{Bytes: 100, Now: int64(i)}, "", 0)
				screen.Write(w.buffer)
			}
			if diff := screen.Diff(want, cell.Truecolor); diff != "" {
				t.Fatalf("after frame %d, the terminal differs from the frame: %s", i, diff)
			}
		}
		for _, c := range channels {
			keyFrames += c.keyFrames
		}
		if keyFrames == 0 || keyFrames > 250 {
			t.Errorf("%d of 700 frames were encoded completely, want 1 to 250", keyFrames)
		}
	})
}
