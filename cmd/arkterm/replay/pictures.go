package replay

import (
	"cmp"
	"io"
	"time"

	"arkterm/render/ansi"
	"arkterm/render/cell"
	"arkterm/render/picture"
)

// lastScreen is the time for which a cast shows its last frame.
const lastScreen = 2 * time.Second

// Cast writes the part as a cast.
func (r *Rendering) Cast(w io.Writer, format CastFormat) error {
	h := CastHeader{Format: format, W: r.frame.W, H: r.frame.H, Title: r.replay.title(), Stamp: r.replay.stamp()}
	theme := r.view.Options().Theme.ForTier(r.view.Options().Tier) // independent of the world shown before
	h.Text, h.Back = theme.Text, theme.Back
	if _, err := w.Write(h.Line()); err != nil {
		return err
	}

	clock := CastClock{Format: format}
	stream := ansi.NewStream(r.view.Options().Tier)
	var line []byte
	event := func(at time.Duration, code byte, data []byte) error {
		line = clock.Append(line[:0], at, code, data)
		_, err := w.Write(line)
		return err
	}

	ahead := r.Bookmarks
	err := r.Each(func(at time.Duration, f *cell.Frame) (err error) {
		part := stream.Frame(f)
		if r.Bells && r.band.TakeBell() {
			part = append(part, CastBell...)
		}
		if len(part) > 0 {
			for err == nil && len(ahead) > 0 && r.since(ahead[0].Tick) < at {
				err = event(r.since(ahead[0].Tick), CastMarker, []byte(ahead[0].Name))
				ahead = ahead[1:]
			}
			err = cmp.Or(err, event(at, CastOutput, part))
		}
		return err
	})

	for err == nil && len(ahead) > 0 {
		err = event(r.since(ahead[0].Tick), CastMarker, []byte(ahead[0].Name))
		ahead = ahead[1:]
	}

	return cmp.Or(err, event(r.Length()+lastScreen, CastOutput, []byte(ansi.StreamEnd)))
}

// animation returns the frames of the part, with a pause on the last one.
func (r *Rendering) animation() (*picture.Animation, error) {
	a := new(picture.Animation)
	shown := 0 // milliseconds
	var last cell.Frame
	err := r.Each(func(at time.Duration, f *cell.Frame) error {
		if ms := int(at.Milliseconds()); ms > shown {
			a.Add(&last, ms-shown)
			shown = ms
		}
		last.Resize(f.W, f.H)
		copy(last.Cells, f.Cells)
		return nil
	})
	a.Add(&last, int(lastPicture.Milliseconds()))
	return a, err
}

// lastPicture is the time for which an animation shows its last frame before it repeats.
const lastPicture = time.Second / 2

// GIF writes the part as a GIF.
func (r *Rendering) GIF(w io.Writer) error {
	a, err := r.animation()
	if err != nil {
		return err
	}
	return a.GIF(w)
}

// SVG writes the part as an animated SVG.
func (r *Rendering) SVG(w io.Writer) error {
	a, err := r.animation()
	if err != nil {
		return err
	}
	return a.SVG(w)
}
