package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"arkterm/render"
)

// A pictureFlags is what the flags of replay ask for in files of moving pictures.
type pictureFlags struct {
	cast   string
	format string
	dim    size
	to     uint64
}

// add adds the flags.
func (f *pictureFlags) add(cmd *cobra.Command) {
	f.format, f.dim = string(castV2), size{80, 24}
	cmd.Flags().StringVar(&f.cast, "cast", "", "write what there is to see to a `file` for asciinema")
	cmd.Flags().Var(choice{&f.format, []string{string(castV2), string(castV3)}}, "format", "of the cast")
	cmd.Flags().Var(&f.dim, "size", "of the picture, columns x rows")
	cmd.Flags().Var(moment{&f.to}, "to", "end at this time")
	completions(cmd, "format", []string{string(castV2), string(castV3)})
	_ = cmd.MarkFlagFilename("cast", castSuffix[1:])
}

// any reports whether a file is asked for.
func (f *pictureFlags) any() bool { return f.cast != "" }

// check says which flags do not go together.
func (f *pictureFlags) check(cmd *cobra.Command) error {
	for _, flag := range []string{"format", "size", "to"} {
		if cmd.Flags().Changed(flag) && !f.any() {
			return fail(exitUsage, "--%s is for --cast", flag)
		}
	}
	if f.dim.w < render.MinW || f.dim.h < render.MinH {
		return fail(exitUsage, "--size %s: a game needs at least %dx%d", &f.dim, render.MinW, render.MinH)
	}
	return apart(cmd, "cast", "json", "text")
}

// The draw rates of files, and the most that their players show.
const (
	castFPS     = 30
	mostCastFPS = 60
)

// write writes the files, and says on w how large they are.
func (f *pictureFlags) write(w io.Writer, film *film, from uint64, c *choices) error {
	screening, err := f.screening(film, from, c, castFPS, mostCastFPS)
	if err != nil {
		return err
	}
	err = writeAtomicBy(f.cast, func(w io.Writer) error { return screening.cast(w, castFormat(f.format)) })
	if err != nil {
		return err
	}
	return f.report(w, f.cast, screening)
}

// report says what a file holds.
func (f *pictureFlags) report(w io.Writer, path string, s *screening) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s: %.1f s, %s, %d frames a second, %d bytes\n", path, s.length().Seconds(), &f.dim, s.fps, info.Size())
	return err
}

// screening returns what is to be shown, as the flags ask for: neither the files of the player nor the
// environment have a say in it.
func (f *pictureFlags) screening(film *film, from uint64, c *choices, fps, most int) (*screening, error) {
	fps = cmp.Or(c.number(optFPS), fps)
	if fps > most {
		return nil, fail(exitUsage, "--fps %d: players show at most %d", fps, most)
	}
	set := settings{choices: *c, auto: autos{glyphs: render.Quadrant}}
	if t, err := render.ParseTier(c.get(optColor)); err == nil {
		set.render.Tier = t
	}
	if err := set.takeThemes(userFolders().themes()); err != nil {
		return nil, err
	}
	set.apply()
	set.render.Names = levelNames(film.pack)
	return newScreening(film, render.NewView(set.render), f.dim, fps, from, f.to)
}

// lastScreen is how long the last picture stays.
const lastScreen = 2 * time.Second

// cast writes the stretch as a cast.
func (s *screening) cast(w io.Writer, format castFormat) error {
	h := castHeader{format: format, w: s.frame.W, h: s.frame.H, title: s.film.title(), stamp: s.film.stamp()}
	h.text, h.back = s.view.Ink()
	if _, err := w.Write(h.line()); err != nil {
		return err
	}
	clock := castClock{format: format}
	stream := render.NewStream(s.view.Options().Tier)
	var line []byte
	event := func(at time.Duration, code byte, data []byte) error {
		line = clock.append(line[:0], at, code, data)
		_, err := w.Write(line)
		return err
	}
	marks := s.marks
	err := s.each(func(at time.Duration, f *render.Frame) (err error) {
		if part := stream.Frame(f); len(part) > 0 {
			for err == nil && len(marks) > 0 && s.since(marks[0].tick) < at {
				err = event(s.since(marks[0].tick), castMarker, []byte(marks[0].name))
				marks = marks[1:]
			}
			err = cmp.Or(err, event(at, castOutput, part))
		}
		return err
	})
	for err == nil && len(marks) > 0 {
		err = event(s.since(marks[0].tick), castMarker, []byte(marks[0].name))
		marks = marks[1:]
	}
	return cmp.Or(err, event(s.length()+lastScreen, castOutput, []byte(render.StreamEnd)))
}

// title is what the cast of a film is called.
func (f *film) title() string {
	title := "arkterm"
	if f.rec.Player != "" {
		title += ": " + f.rec.Player
	}
	if e := f.rec.End; e != nil {
		title += fmt.Sprintf(", %d points", e.Score)
	}
	return title
}

// stamp is when the film was recorded, in Unix seconds, or 0.
func (f *film) stamp() int64 {
	t, err := time.Parse(time.RFC3339, f.rec.Date)
	if err != nil || t.Unix() < 0 {
		return 0
	}
	return t.Unix()
}

