package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"arkterm/engine/record"
)

// snapshotLimit is how long the loop may take to let go of the session in a crash.
const snapshotLimit = 100 * time.Millisecond

// reportCrash writes the game that led to a panic into a file and says where it is. The terminal
// has been given back, and the panic printed. It may be called from any goroutine.
func (p *play) reportCrash() {
	defer func() {
		if v := recover(); v != nil { // the panic may have left the session in any state
			fmt.Fprintf(os.Stderr, "arkterm: the game was not kept: %v\n", v)
		}
	}()
	path, seed, err := p.keepCrash(p.files.Crashes(), ".", os.TempDir())
	if err != nil {
		fmt.Fprintf(os.Stderr, "arkterm: the game was not kept: %v\n", err)
		return
	}
	fmt.Fprintf(os.Stderr, "arkterm: this is a bug; the game that led to it (seed %d) is in %s\n"+
		"arkterm: to see its last ten seconds: arkterm replay %s --last 10\n", seed, path, shellWord(path))
}

// shellWord returns s as one types it for a shell.
func shellWord(s string) string {
	for _, r := range s {
		if !strings.ContainsRune("-_./,:@%+=", r) && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
			return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
		}
	}
	return s
}

// keepCrash writes the game so far into the first of the folders that takes it.
func (p *play) keepCrash(dirs ...string) (path string, seed uint64, err error) {
	text, seed, tick, err := p.snapshot(snapshotLimit)
	if err != nil {
		return "", 0, err
	}
	if err := os.MkdirAll(dirs[0], 0o700); err != nil && len(dirs) == 1 {
		return "", seed, err // else there are other folders
	}
	path, err = writeCrash(record.Pack(text), seed, tick, dirs...)
	return path, seed, err
}

// snapshot returns the game so far, while the loop stands still. A loop that is stuck in
// the session does not let go of it within the limit.
func (p *play) snapshot(limit time.Duration) (text []byte, seed, tick uint64, err error) {
	err = p.Locked(limit, func() { text, seed, tick = p.session.Recording() })
	return text, seed, tick, err
}

// writeCrash writes a recording into the first of the folders that takes it.
func writeCrash(text []byte, seed, tick uint64, dirs ...string) (path string, err error) {
	return writeFirst(text, fmt.Sprintf("crash-%d-%d", seed, tick), ".ark", dirs...)
}

// writeNote writes what the runtime said into a new file of the folder, or if that cannot be
// of the one for temporary files.
func writeNote(said []byte, dir string, now time.Time) (path string, err error) {
	_ = os.MkdirAll(dir, 0o700) // else there is the other one
	text := append([]byte(versionText()), said...)
	return writeFirst(text, "crash-"+now.UTC().Format("20060102-150405"), ".txt", dir, os.TempDir())
}

// writeFirst writes a new file into the first of the folders that takes it. It overwrites
// nothing, but adds a number to the name: in a folder that others can write to, it could be a link
// of theirs.
func writeFirst(text []byte, name, suffix string, dirs ...string) (path string, err error) {
	for _, dir := range dirs {
		path = filepath.Join(dir, name+suffix)
		err = writeNew(path, text)
		for n := 2; n < 100 && errors.Is(err, fs.ErrExist); n++ {
			path = filepath.Join(dir, fmt.Sprintf("%s-%d%s", name, n, suffix))
			err = writeNew(path, text)
		}
		if err == nil {
			return path, nil
		}
	}
	return "", err
}

func writeNew(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if _, err = f.Write(text); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
