package lbreakout

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"

	"arkterm/levels"
)

// Load is like [levels.Load], but also reads level sets.
func Load(fsys fs.FS, name string) (levels.Pack, error) {
	if IsSet(readHead(fsys, name)) {
		text, err := readFile(fsys, name, MaxSet+1)
		if err != nil {
			return levels.Pack{}, levels.Errors{levels.ReadError(name, err)}
		}
		return Read(name, text)
	}
	pack, err := levels.Load(fsys, name)
	if all, ok := errors.AsType[levels.Errors](err); ok && errors.Is(err, levels.ErrNoFiles) {
		all[0].Message += suggestSet(fsys, name)
	}
	return pack, err
}

// Read is like [levels.Read], but also reads level sets. If no level of a set can be played, the error lists the
// reasons.
func Read(name string, text []byte) (levels.Pack, error) {
	if !IsSet(text) {
		return levels.Read(name, text)
	}
	pack, err := Import(name, text)
	if err == nil && len(pack.Levels) == 0 {
		return levels.Pack{}, pack.Notes
	}
	return pack, err
}

// suggestSet returns a hint if a folder without level files contains a set.
func suggestSet(fsys fs.FS, name string) string {
	entries, _, _ := levels.ReadFolder(fsys, name, levels.MaxFiles)
	for _, e := range entries {
		if f := formatOf(readHead(fsys, path.Join(name, e.Name()))); f != nil {
			return fmt.Sprintf("; for a level set of %s, give the name of its file, such as %s", f.game,
				levels.Clean(e.Name()))
		}
	}
	return ""
}

// readHead returns the first HeadSize bytes of a regular file, or nil.
func readHead(fsys fs.FS, name string) []byte {
	if info, err := fs.Stat(fsys, name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	text, err := readFile(fsys, name, HeadSize)
	if err != nil {
		return nil
	}
	return text
}

// readFile reads at most limit bytes of a file.
func readFile(fsys fs.FS, name string, limit int64) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}
