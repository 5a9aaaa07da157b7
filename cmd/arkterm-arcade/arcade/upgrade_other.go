//go:build !unix

package arcade

import (
	"errors"
	"net"
	"os"
)

// duplicateSocket is not supported on this system.
func duplicateSocket(net.Listener) (*os.File, error) { return nil, errors.ErrUnsupported }
