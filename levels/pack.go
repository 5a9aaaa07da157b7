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

// A Pack is levels that are played one after the other.
type Pack struct {
	Name   string
	Levels []spec.Level

	Sources []Source // the files that they were read from; none for the shipped ones
	Notes   Errors   // parts of an imported set that were changed, and links that were left out
}

//go:embed shipped/*.level
var shipped embed.FS

// Shipped returns the levels that come with the game.
func Shipped() Pack { return shippedPack() }

var shippedPack = embeddedPack(shipped, "shipped", "arkterm")

// embedded returns a function that returns the levels of a folder that is a part of the program. They are read once, when
// they are first asked for: a server has them once for all who play. Whether balls reach all of their bricks is for a test
// to ask: it takes four fifths of the time, and a game begins with the shipped ones.
func embeddedPack(fsys embed.FS, folder, name string) func() Pack {
	read := sync.OnceValue(func() []spec.Level {
		p, err := loadFolder(fsys, folder, true)
		if err != nil {
			panic(fmt.Sprintf("levels: those in %s do not parse:\n%v", folder, err))
		}
		return p.Levels
	})
	return func() Pack { return Pack{Name: name, Levels: slices.Clone(read())} } // what is in a level is never changed
}

// Load reads a level file, or all files of a folder that end in ".level", in the order of
// their names, as one pack. It leaves out
// hidden files and folders within the folder, and refuses one of more than MaxFiles entries,
// or of level files that are together longer than MaxFolder. A symbolic link without a file in the
// folder is left out, and noted in the pack. The error is nil or an [Errors] with
// everything that is wrong, including files of the folder that cannot be read.
func Load(fsys fs.FS, name string) (Pack, error) {
	info, err := fs.Stat(fsys, name)
	switch {
	case err != nil:
		return Pack{}, Errors{ReadError(name, err)}
	case info.IsDir():
		return loadFolder(fsys, name, false)
	case !info.Mode().IsRegular():
		// A pipe or a device might never end, or never begin.
		return Pack{}, Errors{{File: name, Message: "neither a file nor a folder"}}
	}

	text, err := readFile(fsys, name, MaxFile)
	if err != nil {
		return Pack{}, Errors{ReadError(name, err)}
	}
	return Read(name, text)
}

// Read reads the text of a level file. The name is the name of the file. The error is nil or an [Errors] with everything that is wrong.
func Read(name string, text []byte) (Pack, error) {
	var one parser
	one.parse(name, string(text), false)
	if len(one.errs) > 0 {
		return Pack{}, one.errs
	}
	one.pack.Sources = []Source{{path.Base(name), string(text)}}
	return one.pack, nil
}

// The most that a folder may have. A pack is held in memory and written into the recordings of its games.
const (
	MaxFiles  = 4096    // files and folders, whatever they are
	MaxFolder = 4 << 20 // bytes of level files
)

// ReadFolder returns the entries of a folder in the order of their names, at most limit of them. It reads no more, so of a
// folder that has more it returns any, and reports that.
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
var ErrNoFiles = fmt.Errorf("no file in this folder ends in %q", Suffix)

func loadFolder(fsys fs.FS, name string, tested bool) (Pack, error) {
	entries, more, err := ReadFolder(fsys, name, MaxFiles)
	switch {
	case err != nil:
		return Pack{}, Errors{ReadError(name, err)}
	case more:
		return Pack{}, Errors{{File: name, Message: fmt.Sprintf("more than %d files are in this folder", MaxFiles)}}
	}

	all, files, size := Pack{Name: PackName(name)}, 0, int64(0)
	var errs Errors // and links that are left out
	left := 0
	var one parser
	for _, e := range entries {
		// Names with a dot in front are the editors' own.
		if path.Ext(e.Name()) != Suffix || e.Name()[0] == '.' {
			continue
		}

		file := path.Join(name, e.Name())
		info, err := fs.Stat(fsys, file) // of what a link leads to
		switch {
		case err != nil && e.Type()&fs.ModeSymlink != 0:
			errs = append(errs, Error{File: file, Message: "left out: a link without a file in this folder", cause: err})
			left++
		case err != nil:
			errs = append(errs, ReadError(file, err))
		case info.Mode().IsRegular():
			if size += info.Size(); size > MaxFolder {
				return Pack{}, Errors{{File: name, Message: fmt.Sprintf("the level files of this folder are together longer than %d MiB", MaxFolder>>20)}}
			}
			one.load(fsys, file, tested)
			files++
			errs = append(errs, one.errs...)
			all.Levels = append(all.Levels, one.pack.Levels...)
			all.Sources = append(all.Sources, one.pack.Sources...)
		}
	}

	if len(errs) == left && files == 0 {
		errs = append(errs, Error{File: name, Message: ErrNoFiles.Error(), cause: ErrNoFiles})
	}
	if len(errs) > left {
		return Pack{}, errs
	}
	all.Notes = errs
	return all, nil
}

// readFile reads at most one byte beyond the limit, however long the file is.
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

// load reads a file of a folder: see parse.
func (p *parser) load(fsys fs.FS, name string, tested bool) {
	text, err := readFile(fsys, name, MaxFile)
	if err != nil {
		*p = parser{errs: Errors{ReadError(name, err)}, names: p.names, buffers: p.buffers}
		return
	}
	source := Source{path.Base(name), string(text)}
	p.parse(name, source.Text, tested)
	p.pack.Sources = []Source{source}
}

// Slug returns a level's name as one types it in a shell: "haunted-house" for Haunted House. Of letters and digits
// none is lost, in whatever script. It is empty where there are none.
func Slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			b.WriteRune(r)
		case r == '\'' || r == '’': // none between the two halves of a word
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}

// Find returns the index of the level that arg names: by its number from 1, by its name in
// any case and with hyphens instead of blanks ([Slug]), or by the beginning of its name if no other level begins so.
func (p Pack) Find(arg string) (index int, err error) {
	arg = strings.TrimSpace(arg)
	if n, err := strconv.Atoi(arg); err == nil {
		if n < 1 || n > len(p.Levels) {
			return 0, fmt.Errorf("no level %d: there are %d", n, len(p.Levels))
		}
		return n - 1, nil
	}

	slug := Slug(arg)
	var names, begin []string
	same, at := -1, 0
	for i, l := range p.Levels {
		if strings.EqualFold(l.Name, arg) {
			return i, nil
		}
		names = append(names, l.Name)
		if slug == "" {
			continue
		}
		s := Slug(l.Name)
		if s == slug && same < 0 {
			same = i
		}
		if strings.HasPrefix(s, slug) {
			at, begin = i, append(begin, l.Name)
		}
	}

	switch {
	case same >= 0:
		return same, nil
	case len(begin) == 1:
		return at, nil
	case len(begin) == 0:
		return 0, fmt.Errorf("no level %s%s", Quote(arg), didYouMean(similarNames(arg, names)))
	}
	return 0, fmt.Errorf("%s is the beginning of %d names%s", Quote(arg), len(begin), didYouMean(begin[:min(len(begin), maxSimilar)]))
}
