package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/ansi"
	"arkterm/render/cell"
	"arkterm/render/picture"
	"arkterm/render/theme"
)

// newFrame returns the command that prints one frame of a game played by the bot.
func newFrame() *cobra.Command {
	var game gameFlags
	format := "text"
	ticks, dim := 0, sizeFlag{80, 24}
	glyphs, color, theme, effects := "quadrant", "truecolor", theme.All[0].Name, "full"
	cmd := &cobra.Command{
		Use:   "frame",
		Short: "Print one frame of a bot's game",
		Long: `Let the bot play for some ticks (1/240 s) and print a frame: as plain text, as text with
colors (ansi), or as a picture (svg, png). The same flags give the same bytes, for bug
reports and tests.`,
		Example: `  arkterm frame --level 3 --ticks 2400
  arkterm frame --level 3 --ticks 2400 --size 120x40 --glyphs half
  arkterm frame --level 3 --ticks 2400 --format ansi
  arkterm frame --level 3 --ticks 2400 --format png > frame.png`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			game.isSet = cmd.Flags().Changed

			g, err := game.open(store.UserFolders())
			if err != nil {
				return err
			}

			view, err := newView(glyphs, color, effects, g.pack)
			if err != nil {
				return err
			}
			t, err := userThemes(store.UserFolders()).Find(theme)
			if err != nil {
				return cli.Errorf(cli.ExitCodeOf(err), "--theme: %w", err)
			}
			view.SetTheme(t)
			var f cell.Frame
			f.Resize(dim.w, dim.h)
			watchBot(g.Game, view, &f, game.seed.value, ticks)
			view.Draw(&f, g.Game)
			return writeFrame(cmd.OutOrStdout(), &f, format, view.Options().Tier)
		},
	}

	game.seed.value = 1
	game.add(cmd)
	game.addMode(cmd)
	cmd.Flags().Var(cli.Number(&ticks, 0, maxTicksFlag), "ticks", "number of ticks that the bot plays")
	cmd.Flags().Var(&dim, "size", "size in columns x rows")
	cmd.Flags().Var(choiceFlag{&glyphs, settings.GlyphNames[1:]}, "glyphs", settings.Options[settings.Glyphs].Help)
	cmd.Flags().Var(choiceFlag{&color, settings.ColorNames[1:]}, "color", settings.Options[settings.Color].Help)
	cmd.Flags().Var(settings.Flag{Option: &settings.Options[settings.Theme], Value: &theme}, "theme",
		settings.Options[settings.Theme].Help)
	cmd.Flags().Var(choiceFlag{&effects, settings.EffectNames[1:]}, "effects", "visual effects")
	cmd.Flags().Var(choiceFlag{&format, frameFormats}, "format", "output format")

	completions(cmd, "glyphs", settings.GlyphNames[1:])
	completions(cmd, "color", settings.ColorNames[1:])
	completeOption(cmd, settings.Theme)
	completions(cmd, "effects", settings.EffectNames[1:])
	completions(cmd, "format", frameFormats)
	return cmd
}

// newView returns a view of games on a pack. glyphs, color and effects are the values of the flags with these names.
func newView(glyphs, color, effects string, pack levels.Pack) (*render.View, error) {
	g, err := cell.ParseGlyphs(glyphs)
	if err != nil {
		return nil, cli.Errorf(cli.ExitUsage, "--glyphs %q: %w", glyphs, err)
	}
	t, err := cell.ParseTier(color)
	if err != nil {
		return nil, cli.Errorf(cli.ExitUsage, "--color %q: %w", color, err)
	}
	e, err := render.ParseEffects(effects)
	if err != nil {
		return nil, cli.Errorf(cli.ExitUsage, "--effects %q: %w", effects, err)
	}
	return render.NewView(render.Options{Glyphs: g, Tier: t, Effects: e, Names: levels.LevelNames(pack)}), nil
}

// watchBot lets the bot play g for a number of ticks, and passes the events to the view. It draws the last second at 30
// frames per second, because trails of balls depend on earlier frames.
func watchBot(g *engine.Game, view *render.View, f *cell.Frame, seed uint64, ticks int) {
	bot := bot.New(seed)
	for left := ticks; left > 0; left-- {
		if left <= engine.TicksPerSecond && left%(engine.TicksPerSecond/30) == 0 {
			view.Draw(f, g)
		}
		g.Step(engine.Input{bot.Play(g), engine.Idle})
		view.Observe(g.Events)
	}
}

// frameFormats are the values of --format.
var frameFormats = []string{"text", "ansi", "svg", "png"}

func writeFrame(w io.Writer, f *cell.Frame, format string, tier cell.Tier) error {
	switch format {
	case "ansi":
		return ansi.Text(w, f, tier)
	case "svg":
		f.Reduce(tier)
		return picture.SVG(w, f)
	case "png":
		f.Reduce(tier)
		return picture.PNG(w, f)
	}
	_, err := fmt.Fprint(w, f)
	return err
}
