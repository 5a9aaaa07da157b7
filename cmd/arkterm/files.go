package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// writeAtomic writes a file so that whoever reads it, after a crash of the machine too, finds
// what was there before or all of data. It makes the folder if there is none.
func writeAtomic(path string, data []byte) error {
	return writeAtomicBy(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// writeAtomicBy is writeAtomic for what write writes.
func writeAtomicBy(path string, write func(io.Writer) error) error {
	return writeThrough(path, write, func(string) {})
}

// writeThrough writes the file at path through one with another name, which began is told.
func writeThrough(path string, write func(io.Writer) error, began func(temporary string)) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	began(f.Name())
	err = writeWhole(f, write)
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", path, err)
	}
	return syncDir(dir)
}

// writeInterrupted is writeAtomicBy for a command that takes long, and catches no signals: one that
// ends it takes along what is written by half.
func writeInterrupted(path string, write func(io.Writer) error) error {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, unix.SIGINT, unix.SIGTERM, unix.SIGHUP)
	defer signal.Stop(signals)
	defer close(done)
	return writeThrough(path, write, func(temporary string) {
		go func() {
			select {
			case sig := <-signals:
				os.Remove(temporary)
				dieBy(sig)
			case <-done:
			}
		}()
	})
}

// writeWhole has f written, has the system put it on the disk, and closes f.
func writeWhole(f *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriter(f)
	err := write(b)
	if err == nil {
		err = b.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// syncDir has the system put a folder's names on the disk. Some file systems cannot,
// and there a rename is as safe as it gets.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	_ = d.Sync()
	return nil
}

// setAside renames a file that cannot be used to NAME.bad-TIME, where the player
// finds it, and returns that name.
func setAside(path string, now time.Time) (string, error) {
	aside := path + ".bad-" + now.UTC().Format("20060102-150405")
	return aside, os.Rename(path, aside)
}
