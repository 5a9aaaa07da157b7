package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/sound"
)

// A pictureFlags holds the flags of the replay command for output files.
type pictureFlags struct {
	cast   string
	gif    string
	svg    string
	wav    string
	format string
	size   sizeFlag
	to     uint64
}

// add adds the flags to cmd.
func (f *pictureFlags) add(cmd *cobra.Command) {
	f.format, f.size = string(replay.CastV2), pictureSize
	cmd.Flags().Var(cli.OutputFile(&f.cast), "cast", "write an asciinema `FILE`")
	cmd.Flags().Var(cli.OutputFile(&f.gif), "gif", "write an animated GIF `FILE`, at most one minute")
	cmd.Flags().Var(cli.OutputFile(&f.svg), "svg", "write an animated SVG `FILE`, at most one minute")
	cmd.Flags().Var(cli.OutputFile(&f.wav), "wav", "write the sound to a WAV `FILE`")
	cmd.Flags().Var(choiceFlag{&f.format, []string{string(replay.CastV2), string(replay.CastV3)}}, "format",
		"asciinema format")
	cmd.Flags().Var(&f.size, "size", "size in columns x rows")
	cmd.Flags().Var(timeFlag{ticks: &f.to, positive: true}, "to", "end at this time")
	completions(cmd, "format", []string{string(replay.CastV2), string(replay.CastV3)})
	_ = cmd.MarkFlagFilename("cast", replay.CastSuffix[1:])
	_ = cmd.MarkFlagFilename("gif", "gif")
	_ = cmd.MarkFlagFilename("svg", "svg")
	_ = cmd.MarkFlagFilename("wav", "wav")
}

// hasOutput reports whether a flag names an output file.
func (f *pictureFlags) hasOutput() bool {
	return f.cast != "" || f.gif != "" || f.svg != "" || f.wav != ""
}

// These lists contain the flags that name output files of the replay command. Without such a flag, the command plays
// the recording in the terminal.
var (
	pictureOutputs = []string{"cast", "gif", "svg"}
	fileOutputs    = []string{"cast", "gif", "svg", "wav"}
	allOutputs     = []string{"cast", "gif", "svg", "wav", "json", "text"}
)

// replayFlagOutputs lists, for each flag, the outputs on which it has an effect. "" is the terminal. A flag that is not
// in the table, such as an option for the keyboard, has an effect only in the terminal.
var replayFlagOutputs = map[string][]string{
	"levels": append([]string{""}, allOutputs...),
	"from":   append([]string{""}, fileOutputs...),
	"last":   append([]string{""}, fileOutputs...),
	"to":     fileOutputs,
	"force":  fileOutputs,
	"size":   pictureOutputs,
	"format": {"cast"},
	"sound":  {"", "cast"}, // a cast can ring the bell
	"fps":    append([]string{""}, pictureOutputs...),

	"glyphs":  append([]string{""}, pictureOutputs...),
	"color":   append([]string{""}, pictureOutputs...),
	"theme":   append([]string{""}, pictureOutputs...),
	"effects": append([]string{""}, pictureOutputs...),
}

// check returns an error for a flag that has no effect on any of the outputs.
func (f *pictureFlags) check(cmd *cobra.Command) (err error) {
	var outputs []string
	for _, name := range allOutputs {
		if cmd.Flags().Changed(name) {
			outputs = append(outputs, name)
		}
	}

	piped := len(outputs) == 0 && !interactive() // then replay prints the result, as with --json
	switch {
	case piped:
		outputs = []string{"json"}
	case len(outputs) == 0:
		outputs = []string{""}
	}

	cmd.Flags().Visit(func(flag *pflag.Flag) {
		name := flag.Name
		affected, listed := replayFlagOutputs[name]
		if !listed {
			affected = []string{""}
		}
		hasEffect := slices.Contains(allOutputs, name) ||
			slices.ContainsFunc(outputs, func(o string) bool { return slices.Contains(affected, o) })
		switch {
		case hasEffect || err != nil:
		case piped && slices.Contains(affected, ""):
			err = cli.Errorf(cli.ExitUsage, "--%s has no effect without a terminal", name)
		case piped || outputs[0] == "":
			err = cli.Errorf(cli.ExitUsage, "--%s requires --%s", name, strings.Join(affected, " or --"))
		default:
			err = cli.Errorf(cli.ExitUsage, "--%s has no effect with --%s", name, outputs[0])
		}
	})
	if err != nil {
		return err
	}

	if f.size.w < render.MinW || f.size.h < render.MinH {
		return cli.Errorf(cli.ExitUsage, "--size %s: a game needs at least %dx%d", &f.size, render.MinW,
			render.MinH)
	}
	return cmp.Or(checkExclusive(cmd, "cast", "json", "text"), checkExclusive(cmd, "gif", "json", "text"),
		checkExclusive(cmd, "svg", "json", "text"), checkExclusive(cmd, "wav", "json", "text"))
}

// A pictureKind describes a kind of output file.
type pictureKind struct {
	fps, maxFPS int
	maxLength   time.Duration // 0 means unlimited
	sound       bool          // the file contains sound, not pictures
	binary      bool          // the file is not text
	write       func(*replay.Rendering, io.Writer) error
}

// pictureSize is the default size of pictures.
var pictureSize = sizeFlag{80, 24}

// gifKind describes GIF files. Browsers play a GIF with more than 50 frames a second at 10 frames a second.
var gifKind = pictureKind{
	fps: 20, maxFPS: 50, maxLength: time.Minute, binary: true, write: (*replay.Rendering).GIF,
}

// castKind returns the description of casts in a format. Players show at most 60 frames a second.
func castKind(format replay.CastFormat) pictureKind {
	return pictureKind{
		fps: 30, maxFPS: 60, write: func(s *replay.Rendering, w io.Writer) error { return s.Cast(w, format) },
	}
}

// write writes the output files. A file "-" is written to stdout. write prints the sizes to w.
func (f *pictureFlags) write(stdout, w io.Writer, in store.Folders, game *replay.Replay, from uint64,
	c *settings.Choices,
) error {
	for _, p := range []struct {
		path string
		kind pictureKind
	}{
		{f.cast, castKind(replay.CastFormat(f.format))},
		{f.gif, gifKind},
		{f.svg, pictureKind{fps: 20, maxFPS: 60, maxLength: time.Minute, write: (*replay.Rendering).SVG}},
		{f.wav, pictureKind{fps: 20, maxFPS: 240, sound: true, binary: true, write: (*replay.Rendering).WAV}},
	} {
		if p.path == "" {
			continue
		}
		if sameFile(p.path, game.Name) {
			return cli.Errorf(cli.ExitUsage, "%s is the recording itself; choose another file", p.path)
		}
		if err := f.writeOne(stdout, w, in, p.path, p.kind, game, from, c); err != nil {
			return err
		}
	}
	if note := game.Note(); note != "" {
		_, err := fmt.Fprintf(w, "%s: %s\n", game.Name, note)
		return err
	}
	return nil
}

// sameFile reports whether two paths name the same file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// writeOne writes one file.
func (f *pictureFlags) writeOne(stdout, w io.Writer, in store.Folders, path string, kind pictureKind,
	game *replay.Replay, from uint64, c *settings.Choices,
) error {
	s, err := f.rendering(in, game, from, c, kind)
	if err != nil {
		return err
	}
	if n := s.Length(); kind.maxLength > 0 && n > kind.maxLength {
		return cli.Errorf(cli.ExitUsage,
			"%s: %.0f s are too long for a picture, at most %.0f; select a part with --from and --to",
			outputName(path), n.Seconds(), kind.maxLength.Seconds())
	}
	size := 0
	err = writeOutput(stdout, path, kind.binary, func(w io.Writer) error {
		return kind.write(s, &byteCounter{w, &size})
	})
	if err != nil {
		return err
	}
	if kind.sound {
		_, err = fmt.Fprintf(w, "%s: %.1f s, %d samples a second, stereo, %d bytes\n", outputName(path),
			s.Length().Seconds(), sound.Rate, size)
		return err
	}
	_, err = fmt.Fprintf(w, "%s: %.1f s, %s, %d frames a second, %d bytes\n", outputName(path), s.Length().Seconds(),
		&f.size, s.FPS, size)
	return err
}

// A byteCounter counts the bytes written.
type byteCounter struct {
	io.Writer
	n *int
}

func (c *byteCounter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	*c.n += n
	return n, err
}

// rendering returns the rendering for the flags. Of the player's files, it uses only the themes. It does not depend on
// the environment.
func (f *pictureFlags) rendering(in store.Folders, game *replay.Replay, from uint64, c *settings.Choices,
	kind pictureKind,
) (*replay.Rendering, error) {
	fps := cmp.Or(c.Number(settings.FPS), kind.fps)
	if fps > kind.maxFPS {
		return nil, cli.Errorf(cli.ExitUsage,
			"--fps %d: want at most %d, because programs that play the file show no more", fps, kind.maxFPS)
	}
	var o render.Options
	if t, err := cell.ParseTier(c.Get(settings.Color)); err == nil {
		o.Tier = t
	}
	own := userThemes(in)
	if _, err := c.CheckTheme(own); err != nil {
		return nil, err
	}
	o = c.RenderOptions(o, settings.Detected{Glyphs: cell.Quadrant}, own)
	o.Names = levels.LevelNames(game.Pack)
	r, err := replay.NewRendering(game, render.NewView(o), f.size.w, f.size.h, fps, from, f.to)
	if err != nil {
		return nil, err
	}
	r.Bells = c.Get(settings.Sound) == settings.SoundBell
	return r, nil
}

// writeClip writes a clip of the best combo of a game that has just ended, and returns its first tick.
func writeClip(c app.WriteClip, path string) (from uint64, err error) {
	from, to, err := c.Replay.BestCombo()
	if err != nil {
		return 0, err
	}
	kind := gifKind
	if c.Format == replay.CastSuffix[1:] {
		kind = castKind(replay.CastV2)
	}
	r, err := replay.NewRendering(c.Replay, render.NewView(c.View), pictureSize.w, pictureSize.h, kind.fps, from, to)
	if err != nil {
		return 0, err
	}
	var b bytes.Buffer
	if err := kind.write(r, &b); err != nil {
		return 0, err
	}
	return from, store.Write(path, b.Bytes())
}
