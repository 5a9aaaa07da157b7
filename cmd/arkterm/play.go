package main

import (
	"crypto/rand"
	"encoding/binary"
	"os"

	"github.com/spf13/cobra"

	"arkterm/render"
)

// A playFlags is what the flags of play ask for.
type playFlags struct {
	game   gameFlags
	glyphs string
	color  string
	fps    int
	bot    bool
	mute   bool // ask the terminal nothing
	crash  int
}

// newPlay returns the command that plays, which is also what arkterm alone does.
func newPlay() *cobra.Command {
	f := playFlags{glyphs: "auto", color: "auto"}
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play",
		Example: `  arkterm play
  arkterm play --level 3 --seed 42         a game that can be played again
  arkterm play --levels my/ --color 256
  arkterm play --bot                       watch the bot`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return f.play(os.Getenv) },
	}
	f.game.add(cmd)
	cmd.Flags().Var(choice{&f.glyphs, glyphNames}, "glyphs", "the glyphs to draw with")
	cmd.Flags().Var(choice{&f.color, colorNames}, "color", "the colours to draw with")
	cmd.Flags().Var(number{&f.fps, minFPS, maxFPS}, "fps", "frames a second, 15 to 240 (default 60, over ssh 30)")
	cmd.Flags().BoolVar(&f.bot, "bot", false, "watch the bot play")
	cmd.Flags().BoolVar(&f.mute, "no-probe", false, "ask the terminal nothing, neither what it can do nor what it has read")
	cmd.Flags().Var(number{&f.crash, 1, maxTicksFlag}, "crash", "panic in this tick, to try what happens then")
	_ = cmd.Flags().MarkHidden("crash")
	choices(cmd, "glyphs", glyphNames)
	choices(cmd, "color", colorNames)
	return cmd
}

// play plays in the terminal until the player quits.
func (f *playFlags) play(env environ) error {
	set, err := f.settings(env)
	if err != nil {
		return err
	}
	term, err := newScreen(set.render.Tier)
	if err != nil {
		return err
	}
	set.render.Aspect = term.PixelAspect()
	return runLoop(term, set)
}

// settings returns what the flags and the environment ask for.
func (f *playFlags) settings(env environ) (settings, error) {
	if env("TERM") == "dumb" && f.glyphs == "auto" {
		return settings{}, fail(exitTerminal, "TERM=dumb is a terminal without a cursor, nothing can be drawn on it; "+
			"if yours can do more, set TERM (to xterm-256color, say), or try --glyphs ascii")
	}
	pack, g, err := f.game.open()
	if err != nil {
		return settings{}, err
	}
	glyphs, err := chooseGlyphs(f.glyphs, env)
	if err != nil {
		return settings{}, fail(exitUsage, "--glyphs: %w", err)
	}
	tier, err := chooseTier(f.color, env)
	if err != nil {
		return settings{}, fail(exitUsage, "--color: %w", err)
	}
	return settings{
		pack:   pack,
		first:  g.Level,
		seed:   f.game.seed.next,
		fps:    chooseFPS(f.fps, env),
		bot:    f.bot,
		probe:  !f.mute && answers(env),
		ascii:  glyphs == render.ASCII,
		crash:  uint64(f.crash),
		render: render.Options{Glyphs: glyphs, Tier: tier, Names: levelNames(pack)},
	}, nil
}

// next returns the seed of the next game: the one that was given, or one that nobody can
// foresee. It is short enough to be typed.
func (s *seedFlag) next() uint64 {
	if s.given {
		return s.value
	}
	var b [4]byte
	rand.Read(b[:]) // never fails
	return uint64(binary.BigEndian.Uint32(b[:]))
}
