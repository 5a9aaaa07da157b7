package levels

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"arkterm/engine/spec"
)

// A Pack is a sequence of levels.
type Pack struct {
	Name   string
	Levels []spec.Level

	Sources []Source // the files from which the pack was read; empty for shipped levels
	Notes   Errors   // changed parts of an imported set, and omitted links

	numbers []int // numbers of the levels; nil means 1, 2, 3 …
}

// Number returns the number of the level at index i, as players see it.
func (p Pack) Number(i int) int {
	if p.numbers == nil {
		return i + 1
	}
	return p.numbers[i]
}

//go:embed shipped/*.level
var shipped embed.FS

// Shipped returns the levels of the campaign.
//
//go:noinline // would be copied into many callers
func Shipped() Pack { return shippedPack() }

var shippedPack = embeddedPack(shipped, "shipped", "arkterm")

// embeddedPack returns a function that returns the levels of an embedded folder. They are parsed once, on first use,
// and shared by all sessions of a server. embeddedPack does not check that balls can reach all bricks, because that
// would take 80 % of the time to start a game. A test checks this instead.
//
//go:noinline // would be copied into many callers
func embeddedPack(fsys embed.FS, folder, name string) func() Pack {
	read := sync.OnceValue(func() []spec.Level {
		p, err := loadFolder(fsys, folder, true)
		if err != nil {
			panic(fmt.Sprintf("levels: parse %s:\n%v", folder, err))
		}
		return p.Levels
	})
	return func() Pack { return Pack{Name: name, Levels: slices.Clone(read())} } // levels are immutable
}

// Load loads a level file, or all files of a folder or a zip file that end in ".level", in the order of their names. It
// ignores hidden files, and nested folders of a folder. A folder must not have more than MaxFiles entries, or level
// files with a total size of more than MaxFolder. A symbolic link to a missing file is omitted and noted in the pack.
// The error is nil or an [Errors] with all errors, including unreadable files.
func Load(fsys fs.FS, name string) (Pack, error) {
	info, err := fs.Stat(fsys, name)
	switch {
	case err != nil:
		return Pack{}, Errors{ReadError(name, err)}
	case info.IsDir():
		return loadFolder(fsys, name, false)
	case !info.Mode().IsRegular():
		// reading a pipe or a device might not end
		return Pack{}, Errors{{File: name, Message: "neither a file nor a folder"}}
	}

	text, err := readFile(fsys, name, int64(len(zipFile)))
	if limit := int64(MaxFile); err == nil {
		if IsZip(text) {
			limit = MaxZip
		}
		text, err = readFile(fsys, name, limit)
	}
	if err != nil {
		return Pack{}, Errors{ReadError(name, err)}
	}
	return Read(name, text)
}

// Read parses the text of a level file with the given name, or the level files of a zip file. The error is nil or an
// [Errors] with all errors.
func Read(name string, text []byte) (Pack, error) {
	if IsZip(text) {
		return readZip(name, text)
	}
	var p parser
	p.parse(name, string(text), false)
	if len(p.errs) > 0 {
		return Pack{}, p.errs
	}
	p.pack.Sources = []Source{{path.Base(name), string(text)}}
	return p.pack, nil
}

// Limits of a folder. A pack is held in memory and written into the recordings of its games.
const (
	MaxFiles  = 4096    // number of entries of any type
	MaxFolder = 4 << 20 // total size of the level files, in bytes
)

// ReadFolder returns at most limit entries of a folder in the order of their names. more reports whether the folder
// contains further entries. In that case, the choice of the returned entries is arbitrary.
func ReadFolder(fsys fs.FS, name string, limit int) (entries []fs.DirEntry, more bool, err error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	dir, ok := f.(fs.ReadDirFile)
	if !ok {
		return nil, false, &fs.PathError{Op: "readdir", Path: name, Err: errors.New("not a folder")}
	}
	entries, err = dir.ReadDir(limit + 1)
	if err == io.EOF {
		err = nil
	}
	if more = len(entries) > limit; more {
		entries = entries[:limit]
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, more, err
}

// ErrNoFiles is the error of [Load] for a folder without level files.
var ErrNoFiles = errors.New(`no file in this folder ends in "` + Suffix + `"`)

// loadFolder is the version of Load for a folder. If skipReach is true, it does not check that balls can reach all
// bricks.
func loadFolder(fsys fs.FS, name string, skipReach bool) (Pack, error) {
	entries, more, err := ReadFolder(fsys, name, MaxFiles)
	switch {
	case err != nil:
		return Pack{}, Errors{ReadError(name, err)}
	case more:
		return Pack{}, Errors{{File: name, Message: fmt.Sprintf("more than %d files in this folder", MaxFiles)}}
	}

	all, files, size := Pack{Name: PackName(name)}, 0, int64(0)
	var errs Errors // including omitted links
	omitted := 0
	var p parser
	for _, e := range entries {
		// Ignore files whose names start with a dot, which editors create.
		if path.Ext(e.Name()) != Suffix || e.Name()[0] == '.' {
			continue
		}

		file := path.Join(name, e.Name())
		info, err := fs.Stat(fsys, file) // of the target of a link
		switch {
		case err != nil && e.Type()&fs.ModeSymlink != 0:
			errs = append(errs, Error{File: file, Message: "omitted: link without a target in this folder", cause: err})
			omitted++
		case err != nil:
			errs = append(errs, ReadError(file, err))
		case info.Mode().IsRegular():
			if size += info.Size(); size > MaxFolder {
				message := fmt.Sprintf("the level files in this folder exceed %d MiB", MaxFolder>>20)
				return Pack{}, Errors{{File: name, Message: message}}
			}
			p.load(fsys, file, skipReach)
			files++
			errs = append(errs, p.errs...)
			all.Levels = append(all.Levels, p.pack.Levels...)
			all.Sources = append(all.Sources, p.pack.Sources...)
		}
	}

	if len(errs) == omitted && files == 0 {
		errs = append(errs, Error{File: name, Message: ErrNoFiles.Error(), cause: ErrNoFiles})
	}
	if len(errs) > omitted {
		return Pack{}, errs
	}
	all.Notes = errs
	return all, nil
}

// readFile reads at most limit + 1 bytes of a file, so that the caller can detect a file that exceeds the limit.
func readFile(fsys fs.FS, name string, limit int64) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var text bytes.Buffer
	if info, err := f.Stat(); err == nil {
		text.Grow(int(min(info.Size(), limit)) + bytes.MinRead)
	}
	_, err = text.ReadFrom(io.LimitReader(f, limit+1))
	return text.Bytes(), err
}

// load loads a file of a folder. It reuses the buffers and names of p from the previous file. If skipReach is true, it
// does not check that balls can reach all bricks.
func (p *parser) load(fsys fs.FS, name string, skipReach bool) {
	text, err := readFile(fsys, name, MaxFile)
	if err != nil {
		*p = parser{errs: Errors{ReadError(name, err)}, names: p.names, buffers: p.buffers}
		return
	}
	source := Source{path.Base(name), string(text)}
	p.parse(name, source.Text, skipReach)
	p.pack.Sources = []Source{source}
}

// Slug returns the name of a level for use in a shell, for example "haunted-house" for Haunted House. It keeps letters
// and digits of any script. It returns "" if the name contains none.
func Slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			b.WriteRune(r)
		case r == '\'' || r == '’': // no hyphen within a word
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}

// Find returns the index of a level. arg is the number of the level from 1, its name in any case, its [Slug], or a
// unique prefix of the slug.
func (p Pack) Find(arg string) (index int, err error) {
	arg = strings.TrimSpace(arg)
	if n, err := strconv.Atoi(arg); err == nil {
		last := len(p.Levels)
		if p.numbers != nil {
			last = slices.Max(p.numbers) // the levels of routes are last
		}
		if n < 1 || n > last {
			return 0, fmt.Errorf("no level %d, want 1 to %d", n, last)
		}
		return n - 1, nil
	}

	slug := Slug(arg)
	var names, matches []string
	exact, last := -1, 0
	for i, l := range p.Levels {
		if strings.EqualFold(l.Name, arg) {
			return i, nil
		}
		names = append(names, l.Name)
		if slug == "" {
			continue
		}
		s := Slug(l.Name)
		if s == slug && exact < 0 {
			exact = i
		}
		if strings.HasPrefix(s, slug) {
			last, matches = i, append(matches, l.Name)
		}
	}

	switch {
	case exact >= 0:
		return exact, nil
	case len(matches) == 1:
		return last, nil
	case len(matches) == 0:
		return 0, fmt.Errorf("no level %s%s", Quote(arg), didYouMean(similarNames(arg, names)))
	}
	similar := matches[:min(len(matches), maxSimilar)]
	return 0, fmt.Errorf("%d names start with %s%s", len(matches), Quote(arg), didYouMean(similar))
}
