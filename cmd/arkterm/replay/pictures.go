package replay

import (
	"cmp"
	"io"
	"time"

	"arkterm/render/ansi"
	"arkterm/render/cell"
	"arkterm/render/picture"
)

// castEndTime is how long a cast shows its last frame.
const castEndTime = 2 * time.Second

// Cast writes the rendered part of the replay as a cast.
func (r *Rendering) Cast(w io.Writer, format CastFormat) error {
	h := CastHeader{Format: format, W: r.frame.W, H: r.frame.H, Title: r.replay.title(), Stamp: r.replay.stamp()}
	theme := r.view.Options().Theme.ForTier(r.view.Options().Tier) // not the colors of a world
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

	bookmarks := r.Bookmarks // not yet written
	err := r.Each(func(at time.Duration, f *cell.Frame) (err error) {
		part := stream.Frame(f)
		if r.Bells && r.band.TakeBell() {
			part = append(part, CastBell...)
		}
		if len(part) > 0 {
			for err == nil && len(bookmarks) > 0 && r.timeAt(bookmarks[0].Tick) < at {
				err = event(r.timeAt(bookmarks[0].Tick), CastMarker, []byte(bookmarks[0].Name))
				bookmarks = bookmarks[1:]
			}
			err = cmp.Or(err, event(at, CastOutput, part))
		}
		return err
	})

	for err == nil && len(bookmarks) > 0 {
		err = event(r.timeAt(bookmarks[0].Tick), CastMarker, []byte(bookmarks[0].Name))
		bookmarks = bookmarks[1:]
	}

	return cmp.Or(err, event(r.Length()+castEndTime, CastOutput, []byte(ansi.StreamEnd)))
}

// animation returns the frames of the rendered part as an animation that pauses on its last frame.
func (r *Rendering) animation() (*picture.Animation, error) {
	a := new(picture.Animation)
	shown := 0 // time for which frames have been added, in milliseconds
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
	a.Add(&last, int(animationEndTime.Milliseconds()))
	return a, err
}

// animationEndTime is how long an animation shows its last frame before it repeats.
const animationEndTime = time.Second / 2

// GIF writes the rendered part of the replay as a GIF.
func (r *Rendering) GIF(w io.Writer) error {
	a, err := r.animation()
	if err != nil {
		return err
	}
	return a.GIF(w)
}

// SVG writes the rendered part of the replay as an animated SVG.
func (r *Rendering) SVG(w io.Writer) error {
	a, err := r.animation()
	if err != nil {
		return err
	}
	return a.SVG(w)
}
