package store

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// replaceLimit is how long replace tries.
const replaceLimit = 500 * time.Millisecond

// replace renames a file, in place of one that may be there. Windows refuses while another program has either of them
// open, which a virus scanner does with every new file for some milliseconds: so it is tried again.
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
