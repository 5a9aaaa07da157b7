package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"arkterm/levels"
)

// maxSafeName is the maximum length of a name that SafeName returns, in bytes. It leaves room for a number and a
// suffix.
const maxSafeName = 60

// deviceNames are names that Windows does not allow for files.
var deviceNames = []string{"con", "prn", "aux", "nul", "conin", "conout"}

// SafeName returns a file name without a suffix for a title from another player. It contains only letters, digits and
// hyphens.
func SafeName(title string) string {
	name := levels.Slug(title)
	for len(name) > maxSafeName {
		_, n := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-n]
	}
	name = strings.Trim(name, "-")
	port := strings.TrimRight(name, "0123456789¹²³")
	if name == "" || slices.Contains(deviceNames, name) || port == "com" || port == "lpt" {
		return strings.TrimSuffix("level-"+name, "-")
	}
	return name
}

// KeepLevels saves the files of a pack in the folder of the player's levels. It saves a pack of one file as a file and
// other packs as a folder, and returns the name of the new file or folder. It never replaces a file. If the folder
// already contains the levels of a one-file pack, KeepLevels saves nothing and returns the name of the existing file,
// unless duplicate is set.
func (f Folders) KeepLevels(pack levels.Pack, duplicate bool) (name string, err error) {
	dir := f.Levels()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if len(pack.Sources) == 1 && len(pack.Levels) > 0 {
		if !duplicate {
			text := levels.WithoutComments(pack.Sources[0].Text)
			files, _ := sourcesIn(os.DirFS(dir)) // on an error, the levels are saved
			for _, file := range files {
				if levels.WithoutComments(file.Text) == text {
					return file.Name, nil
				}
			}
		}
		return unusedName(dir, SafeName(pack.Levels[0].Name), levels.Suffix, func(path string) error {
			return writeExclusive(path, pack.Sources[0].Text)
		})
	}
	return unusedName(dir, SafeName(pack.Name), "", func(path string) error {
		if err := os.Mkdir(path, 0o755); err != nil {
			return err
		}
		for i, source := range pack.Sources { // the order of the names is the order of the levels
			title := strings.TrimSuffix(source.Name, levels.Suffix)
			file := fmt.Sprintf("%0*d-%s%s", len(fmt.Sprint(len(pack.Sources))), i+1, SafeName(title), levels.Suffix)
			if err := writeExclusive(filepath.Join(path, file), source.Text); err != nil {
				return err
			}
		}
		return nil
	})
}

// unusedName calls create with the path of the file name+suffix in the folder dir. While create reports that this file
// exists, unusedName tries name-2, name-3 and so on, with the same suffix. It returns the file name that was created.
func unusedName(dir, name, suffix string, create func(path string) error) (string, error) {
	const maxNumber = 10_000
	for n := 1; ; n++ {
		numbered := name + suffix
		if n > 1 {
			numbered = fmt.Sprintf("%s-%d%s", name, n, suffix)
		}
		if err := create(filepath.Join(dir, numbered)); !errors.Is(err, fs.ErrExist) || n == maxNumber {
			return numbered, err
		}
	}
}

// writeExclusive writes a new file. It fails if the file exists, and leaves no file if writing fails.
func writeExclusive(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := WriteWhole(f, func(f *os.File) error {
		_, err := f.WriteString(text)
		return err
	}); err != nil {
		_ = os.Remove(path)
		return err
	}
	return nil
}
