//go:build !linux && !darwin

package store

import "errors"

// Exchange always returns errors.ErrUnsupported, because this system has no call for an atomic swap.
func Exchange(_, _ string) error { return errors.ErrUnsupported }
