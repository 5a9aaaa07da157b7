package arcade

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"

	"arkterm/cmd/arkterm/arcade/door"
	"arkterm/cmd/arkterm/arcade/gate"
	"arkterm/cmd/arkterm/store"
)

// Serve opens an arcade at an address, and returns when the context has ended and the last visitor has gone, five
// seconds later at most. An error says why it could not open, or is that of the listener. A folder has one server at a
// time: another one would take the guests' folders for those of a killed server.
func Serve(ctx context.Context, address string, limits gate.Limits, o Options) error {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return err
	}
	lock, err := store.Lock(filepath.Join(o.Dir, "lock"))
	if err != nil {
		return err
	}
	defer lock.Close()
	a, err := New(o)
	if err != nil {
		return err
	}
	key, made, err := door.HostKey(HostKey(o.Dir))
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	o.Log.Info("open", "address", l.Addr().String(), "key", door.Fingerprint(key), "new", made)
	defer o.Log.Info("closed")
	d := &door.Door{Key: key, Version: o.Version, Gate: gate.New(limits, rand.Float64), Log: o.Log, Count: new(door.Counts), Visit: a.Visit}
	return d.Serve(ctx, l)
}
