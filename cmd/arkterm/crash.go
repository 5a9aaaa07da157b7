package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"arkterm/cmd/arkterm/cli"
	"arkterm/engine/record"
)

// snapshotLimit bounds the time that a crash waits for the run loop to release the session.
const snapshotLimit = 100 * time.Millisecond

// reportCrash saves the game that led to a panic and prints the path of the file. The caller has restored the terminal
// and printed the panic. Any goroutine may call it.
func (p *playSession) reportCrash() {
	defer func() {
		if v := recover(); v != nil { // the session may be inconsistent after the panic
			fmt.Fprintf(os.Stderr, "arkterm: the game was not saved: %v\n", v)
		}
	}()
	path, seed, err := p.saveCrash(p.files.Crashes(), ".", os.TempDir())
	if err != nil {
		fmt.Fprintf(os.Stderr, "arkterm: the game was not saved: %v\n", err)
		return
	}
	fmt.Fprintf(os.Stderr, "arkterm: this is a bug; the game that led to it (seed %d) is in %s\n"+
		"arkterm: to see its last ten seconds: arkterm replay %s --last 10\n", seed, path, shellWord(path))
}

// shellWord quotes s for a shell, if necessary.
func shellWord(s string) string {
	for _, r := range s {
		if !strings.ContainsRune("-_./,:@%+=", r) &&
			!('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
			return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
		}
	}
	return s
}

// saveCrash writes the recording of the game to the first folder that is writable.
func (p *playSession) saveCrash(dirs ...string) (path string, seed uint64, err error) {
	text, seed, tick, err := p.snapshot(snapshotLimit)
	if err != nil {
		return "", 0, err
	}
	if err := os.MkdirAll(dirs[0], 0o700); err != nil && len(dirs) == 1 {
		return "", seed, err // otherwise try the other folders
	}
	path, err = writeCrash(record.Pack(text), seed, tick, dirs...)
	return path, seed, err
}

// snapshot returns the recording of the game while the run loop waits. It fails if the loop holds the session for
// longer than limit.
func (p *playSession) snapshot(limit time.Duration) (text []byte, seed, tick uint64, err error) {
	err = p.WithSessionLocked(limit, func() { text, seed, tick = p.session.Recording() })
	return text, seed, tick, err
}

// writeCrash writes a recording to the first folder that is writable.
func writeCrash(text []byte, seed, tick uint64, dirs ...string) (path string, err error) {
	return writeFirstWritable(text, fmt.Sprintf("crash-%d-%d", seed, tick), ".ark", dirs...)
}

// writeRuntimeOutput writes the last output of Go's runtime to a new file in dir, or in the folder for temporary files.
func writeRuntimeOutput(output []byte, dir string, now time.Time) (path string, err error) {
	_ = os.MkdirAll(dir, 0o700) // otherwise try the other folder
	text := append([]byte(cli.VersionText("arkterm")), output...)
	return writeFirstWritable(text, "crash-"+now.UTC().Format("20060102-150405"), ".txt", dir, os.TempDir())
}

// writeFirstWritable writes a new file to the first folder that is writable. If a file with this name exists, it adds a
// number to the name instead of overwriting the file, because in a shared folder the file may be a link of another
// user.
func writeFirstWritable(text []byte, name, suffix string, dirs ...string) (path string, err error) {
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

// writeNew writes a new file. It leaves no file if that fails.
func writeNew(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(path)
	}
	return err
}
