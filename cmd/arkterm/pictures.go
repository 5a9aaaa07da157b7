package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/store"
	"arkterm/render"
	"arkterm/render/ansi"
	"arkterm/render/cell"
	"arkterm/render/picture"
)

// A pictureFlags is what the flags of replay ask for in files of moving pictures.
type pictureFlags struct {
	cast   string
	gif    string
	svg    string
	format string
	dim    size
	to     uint64
}

// add adds the flags.
func (f *pictureFlags) add(cmd *cobra.Command) {
	f.format, f.dim = string(castV2), size{80, 24}
	cmd.Flags().StringVar(&f.cast, "cast", "", "write what there is to see to a `file` for asciinema")
	cmd.Flags().StringVar(&f.gif, "gif", "", "write a stretch of it to a `file` as a moving picture")
	cmd.Flags().StringVar(&f.svg, "svg", "", "the same in shapes, which are sharp in any size")
	cmd.Flags().Var(choice{&f.format, []string{string(castV2), string(castV3)}}, "format", "of the cast")
	cmd.Flags().Var(&f.dim, "size", "of the picture, columns x rows")
	cmd.Flags().Var(moment{&f.to}, "to", "end at this time")
	completions(cmd, "format", []string{string(castV2), string(castV3)})
	_ = cmd.MarkFlagFilename("cast", castSuffix[1:])
	_ = cmd.MarkFlagFilename("gif", "gif")
	_ = cmd.MarkFlagFilename("svg", "svg")
}

// any reports whether a file is asked for.
func (f *pictureFlags) any() bool { return f.cast != "" || f.gif != "" || f.svg != "" }

// check says which flags do not go together.
func (f *pictureFlags) check(cmd *cobra.Command) error {
	for _, flag := range []string{"size", "to"} {
		if cmd.Flags().Changed(flag) && !f.any() {
			return exit.Errorf(exit.Usage, "--%s is for --cast, --gif and --svg", flag)
		}
	}
	if cmd.Flags().Changed("format") && f.cast == "" {
		return exit.Errorf(exit.Usage, "--format is for --cast")
	}
	if f.dim.w < render.MinW || f.dim.h < render.MinH {
		return exit.Errorf(exit.Usage, "--size %s: a game needs at least %dx%d", &f.dim, render.MinW, render.MinH)
	}
	return cmp.Or(apart(cmd, "cast", "json", "text"), apart(cmd, "gif", "json", "text"), apart(cmd, "svg", "json", "text"))
}

// A pictureKind is a kind of file: how many frames a second it has, and at most, and how long it may be.
type pictureKind struct {
	fps, most int
	longest   time.Duration // 0: any length
	write     func(*screening, io.Writer) error
}

// write writes the files, and says on w how large they are.
func (f *pictureFlags) write(w io.Writer, in store.Folders, film *film, from uint64, c *choices) error {
	for _, p := range []struct {
		path string
		kind pictureKind
	}{
		// Players show at most 60 frames a second; browsers show a GIF of more than 50 at 10.
		{f.cast, pictureKind{30, 60, 0, func(s *screening, w io.Writer) error { return s.cast(w, castFormat(f.format)) }}},
		{f.gif, pictureKind{20, 50, time.Minute, (*screening).gif}},
		{f.svg, pictureKind{20, 60, time.Minute, (*screening).svg}},
	} {
		if p.path == "" {
			continue
		}
		if sameFile(p.path, film.name) {
			return exit.Errorf(exit.Usage, "%s is the recording itself", p.path)
		}
		if err := f.writeOne(w, in, p.path, p.kind, film, from, c); err != nil {
			return err
		}
	}
	if note := film.note(); note != "" {
		_, err := fmt.Fprintf(w, "%s: %s\n", film.name, note)
		return err
	}
	return nil
}

// sameFile reports whether two paths lead to one file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// writeOne writes a file.
func (f *pictureFlags) writeOne(w io.Writer, in store.Folders, path string, kind pictureKind, film *film, from uint64, c *choices) error {
	s, err := f.screening(in, film, from, c, kind)
	if err != nil {
		return err
	}
	if n := s.length(); kind.longest > 0 && n > kind.longest {
		return exit.Errorf(exit.Usage, "%s: %.0f s are too much for a picture, at most %.0f: say from where to where with --from and --to",
			path, n.Seconds(), kind.longest.Seconds())
	}
	size := 0
	err = writeFile(path, func(w io.Writer) error { return kind.write(s, &counter{w, &size}) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s: %.1f s, %s, %d frames a second, %d bytes\n", path, s.length().Seconds(), &f.dim, s.fps, size)
	return err
}

// writeFile is writeInterrupted, but what is no ordinary file, such as /dev/stdout, is written to and not
// replaced.
func writeFile(path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err != nil || info.Mode().IsRegular() {
		return writeInterrupted(path, write)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	b := bufio.NewWriter(f)
	return cmp.Or(write(b), b.Flush())
}

// writeInterrupted is store.WriteBy for a command that takes long, and catches no signals: one that
// ends it takes along what is written by half.
func writeInterrupted(path string, write func(io.Writer) error) error {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, unix.SIGINT, unix.SIGTERM, unix.SIGHUP)
	defer signal.Stop(signals)
	defer close(done)
	return store.WriteThrough(path, write, func(temporary string) {
		go func() {
			select {
			case sig := <-signals:
				os.Remove(temporary)
				dieBy(sig)
			case <-done:
			}
		}()
	})
}

// A counter counts the bytes that are written.
type counter struct {
	io.Writer
	n *int
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	*c.n += n
	return n, err
}

// screening returns what is to be shown, as the flags ask for: neither the files of the player nor the
// environment have a say in it.
func (f *pictureFlags) screening(in store.Folders, film *film, from uint64, c *choices, kind pictureKind) (*screening, error) {
	fps := cmp.Or(c.number(optFPS), kind.fps)
	if fps > kind.most {
		return nil, exit.Errorf(exit.Usage, "--fps %d: players show at most %d", fps, kind.most)
	}
	set := settings{choices: *c, auto: autos{glyphs: cell.Quadrant}}
	if t, err := cell.ParseTier(c.get(optColor)); err == nil {
		set.render.Tier = t
	}
	if err := set.takeThemes(in.Themes()); err != nil {
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
	stream := ansi.NewStream(s.view.Options().Tier)
	var line []byte
	event := func(at time.Duration, code byte, data []byte) error {
		line = clock.append(line[:0], at, code, data)
		_, err := w.Write(line)
		return err
	}
	marks := s.marks
	err := s.each(func(at time.Duration, f *cell.Frame) (err error) {
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
	return cmp.Or(err, event(s.length()+lastScreen, castOutput, []byte(ansi.StreamEnd)))
}

// animation returns the frames of the stretch; the last one stays for a while.
func (s *screening) animation() (*picture.Animation, error) {
	a := new(picture.Animation)
	shown := 0 // milliseconds
	var last cell.Frame
	err := s.each(func(at time.Duration, f *cell.Frame) error {
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

// lastPicture is how long the last picture stays before the first one comes again.
const lastPicture = time.Second / 2

// gif writes the stretch as a GIF.
func (s *screening) gif(w io.Writer) error {
	a, err := s.animation()
	if err != nil {
		return err
	}
	return a.GIF(w)
}

// svg writes the stretch as an SVG that moves.
func (s *screening) svg(w io.Writer) error {
	a, err := s.animation()
	if err != nil {
		return err
	}
	return a.SVG(w)
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
