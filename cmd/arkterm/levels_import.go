package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/levels/lbreakout"
	"arkterm/render/text"
)

// An importFlags holds the flags of the levels import command.
type importFlags struct {
	in    store.Folders // for finding sets by name
	out   string
	force bool
}

// newLevelsImport returns the command that converts level sets of other games into level files.
func newLevelsImport() *cobra.Command {
	var f importFlags
	cmd := &cobra.Command{
		Use:   "import FILE… -o DIR",
		Short: "Convert level sets of other games to level files",
		Long: `Convert level sets of LBreakout2, LBreakoutHD, XBoing and KBreakOut to level files that can
be edited. Each set becomes a folder in DIR with the name of the set. FILE is a file, or the
name of a set that arkterm levels --sets lists. The command prints differences from the set
as file:line:column: message. arkterm --levels plays a set without importing it.`,
		Example: `  arkterm levels import /usr/share/games/lbreakout2/levels/Abc -o my
  arkterm --levels my/Abc
  arkterm levels import /usr/share/games/xboing/levels/level01.data -o my
  arkterm levels import /usr/share/kbreakout/levelsets/default.levelset -o my
  arkterm levels import Abc Arcade -o my --force    replace existing folders`,
		Args:              pathArgs,
		ValidArgsFunction: completeLevels,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.out == "" {
				return cli.Errorf(cli.ExitUsage, "%s: want -o DIR", cmd.CommandPath())
			}
			f.in = store.UserFolders()
			return f.run(cmd, args)
		},
	}
	cmd.Flags().VarP(cli.Folder{Path: &f.out}, "output", "o", "`DIR` for the result; created if missing")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace imported folders")
	_ = cmd.MarkFlagDirname("output")
	return cmd
}

// run imports the level sets at paths. It continues after an error.
func (f *importFlags) run(cmd *cobra.Command, paths []string) error {
	bad := 0
	for _, path := range paths {
		pack, err := readSet(f.in, path)
		if err == nil && len(pack.Levels) > 0 {
			err = f.write(pack)
		}
		for _, note := range pack.Notes {
			fmt.Fprintln(cmd.ErrOrStderr(), note)
		}
		if err != nil {
			bad++
			fmt.Fprintln(cmd.ErrOrStderr(), err)
			continue
		}
		to := "no playable level"
		if len(pack.Levels) > 0 {
			to = filepath.Join(f.out, pack.Name)
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %s\n", store.InputName(path), text.NumberOf(len(pack.Levels), "level"),
			to)
	}
	if bad > 0 {
		return cli.Errorf(cli.ExitFile, "%d of %d files not imported", bad, len(paths))
	}
	return nil
}

// readSet reads the level set in a file.
func readSet(in store.Folders, path string) (levels.Pack, error) {
	path = in.FindSet(path)
	if info, err := os.Stat(path); !store.IsStdin(path) && (err != nil || !info.Mode().IsRegular()) {
		if err == nil {
			err = errors.New("not a file")
		}
		return levels.Pack{}, levels.ReadError(path, err)
	}
	text, err := store.ReadAtMost(path, lbreakout.MaxSet+1)
	path = store.InputName(path)
	if err != nil {
		return levels.Pack{}, levels.ReadError(path, err)
	}
	problem := `not a level set of LBreakout (want "Version:" or "Level:" at the beginning), of XBoing ` +
		`(want a number in line 2) or of KBreakOut (want <KBreakOutLevelSet>)`
	if text, err = parse.Text(text); err != nil {
		problem = err.Error()
	}
	if !lbreakout.IsSet(text) {
		return levels.Pack{}, levels.Error{File: path, Line: 1, Column: 1, Message: problem}
	}
	return lbreakout.Import(path, text)
}

// write writes the level files of a pack to a folder with the name of the pack. If it fails, it leaves no new folder.
func (f *importFlags) write(pack levels.Pack) (err error) {
	// The pack's name is the set's file name without unsafe characters. It may be empty or otherwise not usable for a
	// folder.
	name := pack.Name
	if name == "" || name[0] == '.' || strings.ContainsRune(name, filepath.Separator) {
		return fmt.Errorf("%q cannot be the name of a folder", name)
	}

	if err := os.MkdirAll(f.out, 0o777); err != nil {
		return err
	}
	dir := filepath.Join(f.out, name)
	if err := f.checkReplaceable(dir); err != nil {
		return err
	}

	temp, err := os.MkdirTemp(f.out, "."+name+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(temp)
		}
	}()

	for _, s := range pack.Sources {
		file, err := os.OpenFile(filepath.Join(temp, s.Name), os.O_WRONLY|os.O_CREATE, 0o666)
		if err != nil {
			return err
		}
		if err := store.WriteWhole(file,
			func(f *os.File) error { _, err := f.WriteString(s.Text); return err }); err != nil {
			return err
		}
	}

	written, err := f.in.ReadPack(temp)
	if err == nil && spec.Digest(written.Levels) != spec.Digest(pack.Levels) {
		err = errors.New("the levels differ from the set")
	}
	if err != nil {
		return fmt.Errorf("%s: read the written levels: %w", dir, err)
	}
	if err := os.Chmod(temp, 0o755); err != nil {
		return err
	}
	return replaceFolder(temp, dir)
}

// replaceFolder renames the folder temp to dir, and removes an existing dir. If the system can exchange folders
// atomically, dir exists at any time.
func replaceFolder(temp, dir string) error {
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return os.Rename(temp, dir)
	}
	if store.Exchange(temp, dir) == nil {
		return os.RemoveAll(temp)
	}
	old := temp + ".old"
	if err := os.Rename(dir, old); err != nil {
		return err
	}
	if err := os.Rename(temp, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return os.RemoveAll(old)
}

// checkReplaceable returns an error if dir exists without --force, or if it contains a file that was not imported.
func (f *importFlags) checkReplaceable(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return levels.ReadError(dir, err)
	case !f.force:
		return levels.Error{File: dir, Message: "exists; --force replaces it"}
	}
	if i := slices.IndexFunc(entries, func(e fs.DirEntry) bool {
		return !e.Type().IsRegular() || filepath.Ext(e.Name()) != ".level"
	}); i >= 0 {
		return levels.Error{File: dir, Message: fmt.Sprintf("contains %s, which was not imported; not replaced",
			text.Clean(entries[i].Name(), text.MaxLabel))}
	}
	return nil
}
