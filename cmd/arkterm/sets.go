package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm/words"
	"arkterm/levels"
)

// LBreakout2 and LBreakoutHD keep level sets, a file each, in these folders below the player's home
// and below the folders for shared data. Whoever has one of these games can play its sets here.
var (
	setsAtHome = [...]string{".lgames/lbreakout2-levels", ".lbreakouthd/levels", ".lgames/lbreakouthd/levels", ".lbreakout2/levels"}
	setsShared = [...]string{"games/lbreakouthd/levels", "games/lbreakout2/levels", "lbreakouthd/levels", "lbreakout2/levels"}
)

// setFolders returns the folders in which there may be sets, the player's own first.
func (f folders) setFolders() []string {
	var all []string
	if f.home != "" {
		for _, dir := range setsAtHome {
			all = append(all, filepath.Join(f.home, dir))
		}
	}
	for _, shared := range f.shared {
		for _, dir := range setsShared {
			if path := filepath.Join(shared, dir); !slices.Contains(all, path) {
				all = append(all, path)
			}
		}
	}
	return all
}

// mostSets is the most sets of a folder that are looked at.
const mostSets = 10_000

// setsIn returns the names of the sets in a folder: none where there is no folder.
func setsIn(dir string) []string {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	entries, _ := d.ReadDir(mostSets)
	var names []string
	for _, e := range entries {
		if e.Name()[0] != '.' && isSetFile(filepath.Join(dir, e.Name())) {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names
}

// isSetFile reports whether the file at path begins as a set does.
func isSetFile(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, 16)
	n, _ := io.ReadFull(f, begin)
	return levels.IsSet(begin[:n])
}

// findSet returns the path of the first set with a name, or path itself: a name is one if it is no
// path, nor that of something that is there.
func findSet(path string) string {
	if path == "" || strings.ContainsRune(path, filepath.Separator) {
		return path
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return path
	}
	for _, dir := range userFolders().setFolders() {
		if found := filepath.Join(dir, path); isSetFile(found) {
			return found
		}
	}
	return path
}

// completeLevels completes what --levels takes: the names of sets, and files where none begins so.
func completeLevels(_ *cobra.Command, _ []string, begun string) (names []string, _ cobra.ShellCompDirective) {
	if begun == "" { // the files that are here are nearer
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, dir := range userFolders().setFolders() {
		for _, name := range setsIn(dir) {
			if strings.HasPrefix(name, begun) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}

// listSets prints the sets that are found on this machine, if there are any.
func listSets(w io.Writer, dirs []string) error {
	const width = 78
	for i, first := 0, true; i < len(dirs); i++ {
		names := setsIn(dirs[i])
		if len(names) == 0 {
			continue
		}
		text := ""
		if first {
			text = "\nLevel sets of LBreakout on this machine, for --levels NAME\n"
		}
		first = false
		text += fmt.Sprintf("%s: %s\n", dirs[i], words.Count(len(names), "set"))
		line := " "
		for _, name := range names {
			name = words.Clean(name, words.MaxLabel)
			if len(line)+1+len(name) > width && line != " " {
				text += line + "\n"
				line = " "
			}
			line += " " + name
		}
		if _, err := io.WriteString(w, text+line+"\n"); err != nil {
			return err
		}
	}
	return nil
}
