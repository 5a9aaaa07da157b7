package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"time"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/replays"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/terminal/process"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/sound"
	"github.com/spf13/cobra"
)

// A pictureFlags holds the flags of replay for files of moving pictures.
type pictureFlags struct {
	cast   string
	gif    string
	svg    string
	wav    string
	format string
	dim    size
	to     uint64
}

// add adds the flags.
func (f *pictureFlags) add(cmd *cobra.Command) {
	f.format, f.dim = string(replays.CastV2), size{80, 24}
	cmd.Flags().StringVar(&f.cast, "cast", "", "write what there is to see to a `file` for asciinema")
	cmd.Flags().StringVar(&f.gif, "gif", "", "write a stretch of it to a `file` as a moving picture")
	cmd.Flags().StringVar(&f.svg, "svg", "", "write a stretch of it to a `file` as a vector picture that moves")
	cmd.Flags().StringVar(&f.wav, "wav", "", "write what there is to hear to a `file`")
	cmd.Flags().Var(choice{&f.format, []string{string(replays.CastV2), string(replays.CastV3)}}, "format", "of the cast")
	cmd.Flags().Var(&f.dim, "size", "of the picture, columns x rows")
	cmd.Flags().Var(moment{&f.to}, "to", "end at this time")
	completions(cmd, "format", []string{string(replays.CastV2), string(replays.CastV3)})
	_ = cmd.MarkFlagFilename("cast", replays.CastSuffix[1:])
	_ = cmd.MarkFlagFilename("gif", "gif")
	_ = cmd.MarkFlagFilename("svg", "svg")
	_ = cmd.MarkFlagFilename("wav", "wav")
}

// any reports whether any file is asked for.
func (f *pictureFlags) any() bool { return f.cast != "" || f.gif != "" || f.svg != "" || f.wav != "" }

// check returns an error for flags that do not go together.
func (f *pictureFlags) check(cmd *cobra.Command) error {
	for _, flag := range []string{"size", "to"} {
		if cmd.Flags().Changed(flag) && !f.any() {
			return exit.Errorf(exit.Usage, "--%s is for --cast, --gif, --svg and --wav", flag)
		}
	}
	if cmd.Flags().Changed("format") && f.cast == "" {
		return exit.Errorf(exit.Usage, "--format is for --cast")
	}
	if f.dim.w < render.MinW || f.dim.h < render.MinH {
		return exit.Errorf(exit.Usage, "--size %s: a game needs at least %dx%d", &f.dim, render.MinW, render.MinH)
	}
	return cmp.Or(apart(cmd, "cast", "json", "text"), apart(cmd, "gif", "json", "text"), apart(cmd, "svg", "json", "text"), apart(cmd, "wav", "json", "text"))
}

// A pictureKind is a kind of file: its default and largest frames per second, and its longest duration.
type pictureKind struct {
	fps, most int
	longest   time.Duration // 0: any length
	sound     bool          // nothing is shown
	write     func(*replays.Rendering, io.Writer) error
}

// write writes the files, and prints their sizes to w.
func (f *pictureFlags) write(w io.Writer, in store.Folders, replay *replays.Replay, from uint64, c *settings.Choices) error {
	for _, p := range []struct {
		path string
		kind pictureKind
	}{
		// Players show at most 60 frames a second; browsers show a GIF of more than 50 at 10.
		{f.cast, pictureKind{30, 60, 0, false, func(s *replays.Rendering, w io.Writer) error { return s.Cast(w, replays.CastFormat(f.format)) }}},
		{f.gif, pictureKind{20, 50, time.Minute, false, (*replays.Rendering).GIF}},
		{f.svg, pictureKind{20, 60, time.Minute, false, (*replays.Rendering).SVG}},
		{f.wav, pictureKind{20, 240, 0, true, (*replays.Rendering).WAV}},
	} {
		if p.path == "" {
			continue
		}
		if sameFile(p.path, replay.Name) {
			return exit.Errorf(exit.Usage, "%s is the recording itself", p.path)
		}
		if err := f.writeOne(w, in, p.path, p.kind, replay, from, c); err != nil {
			return err
		}
	}
	if note := replay.Note(); note != "" {
		_, err := fmt.Fprintf(w, "%s: %s\n", replay.Name, note)
		return err
	}
	return nil
}

// sameFile reports whether two paths are of the same file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// writeOne writes one file.
func (f *pictureFlags) writeOne(w io.Writer, in store.Folders, path string, kind pictureKind, replay *replays.Replay, from uint64, c *settings.Choices) error {
	s, err := f.rendering(in, replay, from, c, kind)
	if err != nil {
		return err
	}
	if n := s.Length(); kind.longest > 0 && n > kind.longest {
		return exit.Errorf(exit.Usage, "%s: %.0f s are too much for a picture, at most %.0f: say from where to where with --from and --to",
			path, n.Seconds(), kind.longest.Seconds())
	}
	size := 0
	err = writeFile(path, func(w io.Writer) error { return kind.write(s, &counter{w, &size}) })
	if err != nil {
		return err
	}
	if kind.sound {
		_, err = fmt.Fprintf(w, "%s: %.1f s, %d samples a second, stereo, %d bytes\n", path, s.Length().Seconds(), sound.Rate, size)
		return err
	}
	_, err = fmt.Fprintf(w, "%s: %.1f s, %s, %d frames a second, %d bytes\n", path, s.Length().Seconds(), &f.dim, s.FPS, size)
	return err
}

// writeFile is writeInterrupted for an ordinary file. Anything else, such as /dev/stdout, is written to
// and not replaced.
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

// writeInterrupted is store.Write for a command that takes long and handles no signals otherwise: a
// signal that ends it also removes the unfinished file.
func writeInterrupted(path string, write func(io.Writer) error) error {
	done := func() {}
	defer func() { done() }()
	return store.WriteThrough(path, write, func(temporary string) {
		done = process.AtEnd(func() { os.Remove(temporary) })
	})
}

// A counter counts the bytes written.
type counter struct {
	io.Writer
	n *int
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	*c.n += n
	return n, err
}

// rendering returns the rendering that the flags ask for. It does not depend on the player's files or the
// environment.
func (f *pictureFlags) rendering(in store.Folders, replay *replays.Replay, from uint64, c *settings.Choices, kind pictureKind) (*replays.Rendering, error) {
	fps := cmp.Or(c.Number(settings.FPS), kind.fps)
	if fps > kind.most {
		return nil, exit.Errorf(exit.Usage, "--fps %d: players show at most %d", fps, kind.most)
	}
	var o render.Options
	if t, err := cell.ParseTier(c.Get(settings.Color)); err == nil {
		o.Tier = t
	}
	own := ownThemes(in)
	if _, err := c.CheckTheme(own); err != nil {
		return nil, err
	}
	o = c.Picture(o, settings.Detected{Glyphs: cell.Quadrant}, own)
	o.Names = levels.Names(replay.Pack)
	r, err := replays.NewRendering(replay, render.NewView(o), f.dim.w, f.dim.h, fps, from, f.to)
	if err != nil {
		return nil, err
	}
	r.Bells = c.Get(settings.Sound) == settings.SoundBell
	return r, nil
}
