package arcade

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"arkterm/cmd/arkterm-arcade/web"
	"arkterm/cmd/arkterm/store"
)

// StatusFile is the name of the status file in the state folder. A running server writes its metrics to it, in the
// format of /metrics. The command arkterm-arcade status reads it.
const StatusFile = "status"

// StatusInterval is the time between two updates of the status file.
const StatusInterval = 10 * time.Second

// writeStatus updates the status file until the context is canceled, and then removes it, unless a newer server writes
// it. It ignores errors, because the server also works while the disk is full.
func (s *server) writeStatus(ctx context.Context) {
	path := filepath.Join(s.Dir, StatusFile)
	defer func() {
		if !s.handedOver.Load() {
			os.Remove(path)
		}
	}()
	ticker := time.NewTicker(StatusInterval)
	defer ticker.Stop()
	for {
		_ = store.Write(path, web.AppendMetrics(nil, s.metrics()))
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}
