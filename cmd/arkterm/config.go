package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/tty"
	"arkterm/cmd/arkterm/tty/earlysignal"
)

// newConfig returns the commands for the player's settings.
func newConfig() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show, check or edit the settings",
		Long: `Show the settings with their sources: config.toml, the menu, the environment, or the default.
config.toml is yours. arkterm only reads it, except that "config edit" creates it if it does
not exist. Settings from the menu are in settings.toml and take precedence.`,
		Example: `  arkterm config show
  arkterm config check
  arkterm config edit`,
		Args: cli.KnownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newConfigShow(), newConfigCheck(), newConfigEdit())
	return cmd
}

func newConfigShow() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Print all settings with their values and sources",
		Example: `  arkterm config show
  arkterm config show --json | jq -r '.[] | select(.from != "default") | .name'`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := allSettings(store.UserFolders())
			if err != nil {
				return err
			}
			return printSettings(cmd.OutOrStdout(), c.EffectiveSettings(tty.Getenv), asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// allSettings reads config.toml and settings.toml. Unlike a game, it does not rename invalid files.
func allSettings(in store.Folders) (c settings.Choices, err error) {
	if err = readConfig(&c, in.ConfigFile()); err != nil {
		return c, err
	}
	text, err := store.ReadLimited(in.SettingsFile(), store.MaxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, cli.Errorf(cli.ExitFile, "read the settings: %w", err)
	}
	return c, c.Read(in.SettingsFile(), text, settings.ByMenu)
}

func printSettings(w io.Writer, all []settings.EffectiveSetting, asJSON bool) error {
	if asJSON {
		return cli.WriteJSON(w, all)
	}
	for _, s := range all {
		if _, err := fmt.Fprintf(w, "%-16s %-18s %s\n", s.Name, s.Value, s.From); err != nil {
			return err
		}
	}
	return nil
}

func newConfigCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE]",
		Short: "Check config.toml",
		Example: `  arkterm config check
  arkterm config check dotfiles/arkterm.toml`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return cli.Errorf(cli.ExitUsage, "%s takes one file, got %s", cmd.CommandPath(),
					strings.Join(args, " "))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			in := store.UserFolders()
			path := in.ConfigFile()
			if len(args) > 0 {
				path = args[0]
				if _, err := os.Stat(path); err != nil && !store.IsStdin(path) {
					return cli.Errorf(cli.ExitFile, "%w", err)
				}
			}
			return checkConfig(cmd.OutOrStdout(), in, path)
		},
	}
}

// checkConfig returns all errors in the configuration at path, or prints that there are none.
func checkConfig(w io.Writer, in store.Folders, path string) error {
	text, err := readConfigText(path)
	if err != nil {
		return err
	}
	var c settings.Choices
	if err := c.Check(store.InputName(path), text, userThemes(in)); err != nil {
		return err
	}
	verdict := "no errors"
	if text == nil {
		verdict = "does not exist; all settings have their defaults"
	}
	_, err = fmt.Fprintf(w, "%s: %s\n", store.InputName(path), verdict)
	return err
}

func newConfigEdit() *cobra.Command {
	return &cobra.Command{
		Use:   "edit",
		Short: "Edit config.toml, and check it afterward",
		Long: `Open config.toml in the editor of VISUAL or EDITOR, and check it afterward. If the file does
not exist, the command creates it with all settings as comments.`,
		Example: `  arkterm config edit
  EDITOR=nano arkterm config edit`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			in := store.UserFolders()
			path := in.ConfigFile()
			if err := checkEditor(os.Getenv, path); err != nil {
				return err
			}
			// A symbolic link exists, even if its target does not.
			if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
				if err := store.Write(path, settings.Template()); err != nil {
					return cli.Errorf(cli.ExitFile, "create config.toml: %w", err)
				}
			}
			if err := runEditor(os.Getenv, path); err != nil {
				return err
			}
			return checkConfig(cmd.OutOrStdout(), in, path)
		},
	}
}

// checkEditor returns an error if the default editor would start without a terminal.
func checkEditor(env settings.Env, path string) error {
	if settings.FirstSet(env, "VISUAL", "EDITOR") != "" || !editorNeedsTerminal || interactive() {
		return nil
	}
	return cli.Errorf(cli.ExitTerminal,
		"%s needs a terminal, and standard input or output is not a terminal: set VISUAL or EDITOR, or edit %s",
		defaultEditor, path)
}

// runEditor opens a file in the player's editor and waits for its end. VISUAL and EDITOR may contain arguments.
func runEditor(env settings.Env, path string) error {
	editor := settings.FirstSet(env, "VISUAL", "EDITOR")
	if editor == "" {
		editor = defaultEditor
	}
	c := editorCommand(editor, path)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr

	// Ctrl-C and Ctrl-\ are for the editor. If arkterm ignored these signals, the editor would inherit that and ignore
	// them too. Instead, arkterm receives and discards them. It does so until the command ends, because a signal may
	// arrive just after the editor has ended.
	keys := make(chan os.Signal, 1)
	signal.Notify(keys, os.Interrupt, syscall.SIGQUIT)
	earlysignal.Yield()
	if err := c.Run(); err != nil {
		return cli.Errorf(cli.ExitFailure, "run editor %q: %w", editor, err)
	}
	return nil
}
