//go:build !linux && !darwin

package store

import "errors"

// Exchange fails: here no call exchanges two files or folders in one step.
func Exchange(_, _ string) error { return errors.ErrUnsupported }
