package store

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// replaceLimit is the maximum time that replace tries.
const replaceLimit = 500 * time.Millisecond

// replace renames a file and replaces an existing file of the new name. Windows refuses this while another program
// has one of the files open. A virus scanner opens each new file for some milliseconds, so replace tries repeatedly.
func replace(from, to string) error {
	for pause, end := time.Millisecond, time.Now().Add(replaceLimit); ; pause *= 2 {
		err := os.Rename(from, to)
		busy := errors.Is(err, windows.ERROR_ACCESS_DENIED) || errors.Is(err, windows.ERROR_SHARING_VIOLATION)
		if !busy || time.Now().Add(pause).After(end) {
			return err
		}
		time.Sleep(pause)
	}
}
