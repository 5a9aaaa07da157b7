package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// Recordings are converted to casts on request, one at a time, and the most recent casts are cached. A conversion uses
// at most half a processor, so that it does not slow down players.
const (
	maxCastTime         = 40 * time.Second     // maximum duration of a conversion, including pauses
	castSlice           = 4 * time.Millisecond // work between two pauses
	maxCastBytes        = 64 << 20             // maximum size of a cast in bytes
	maxCacheBytes       = 16 << 20             // in bytes, compressed
	maxQueued           = 8                    // maximum number of waiting requests
	maxQueuedPerNetwork = 2                    // of one network; a browser sends one
)

// A castCache caches compressed casts. Its zero value is empty.
type castCache struct {
	turn   chan struct{} // holds a token during a conversion
	queue  places        // waiting requests
	once   sync.Once
	mu     sync.Mutex
	bytes  int
	casts  map[string][]byte
	oldest []string // IDs, in the order in which the casts are removed
}

func (c *castCache) init() {
	c.once.Do(func() {
		c.turn, c.casts = make(chan struct{}, 1), make(map[string][]byte)
	})
}

func (c *castCache) get(id string) (data []byte, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	data, ok = c.casts[id]
	return data, ok
}

// entrySize is the approximate memory of an entry, without its data.
const entrySize = 256

// put adds a cast and removes old ones. An empty cast means that the recording cannot be converted; it is not tried
// again.
func (c *castCache) put(id string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.casts[id]; ok || len(data) > maxCacheBytes/2 {
		return
	}
	c.casts[id] = data
	c.bytes += len(data) + entrySize
	c.oldest = append(c.oldest, id)
	for c.bytes > maxCacheBytes {
		c.bytes -= len(c.casts[c.oldest[0]]) + entrySize
		delete(c.casts, c.oldest[0])
		c.oldest = c.oldest[1:]
	}
}

// errNoCast is the error for a recording that cannot be converted or takes too long.
var errNoCast = errors.New("convert recording to cast")

// errBusy is the error while too many requests are waiting.
var errBusy = errors.New("too many recordings are waiting for conversion")

// cachedCast returns the compressed cast of a recording. If it is not cached, cachedCast converts the recording.
func (p *Page) cachedCast(ctx context.Context, by *client, id string, ark []byte) (data []byte, err error) {
	c := &p.casts
	c.init()
	if data, ok := c.get(id); ok {
		return data, checkDrawn(data)
	}
	leave, ok := c.queue.take(by, maxQueued, maxQueuedPerNetwork)
	if !ok {
		return nil, errBusy
	}
	defer leave()
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if data, ok := c.get(id); ok { // another request has converted it
		return data, checkDrawn(data)
	}

	p.Count.Casts.Add(1)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	now := time.Now()
	err = p.Cast(&castWriter{to: z, ctx: ctx, deadline: now.Add(maxCastTime), workingSince: now, left: maxCastBytes},
		ark)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		c.put(id, nil)
		return nil, fmt.Errorf("%w: %w", errNoCast, err)
	}
	_ = z.Close() // writing to a buffer never fails
	c.put(id, packed.Bytes())
	return packed.Bytes(), nil
}

// checkDrawn returns errNoCast if the recording cannot be converted.
func checkDrawn(data []byte) error {
	if len(data) == 0 {
		return errNoCast
	}
	return nil
}

// A castWriter forwards a cast while its client waits and the limits are not exceeded. After each time slice, it pauses
// for the same time.
type castWriter struct {
	to           io.Writer
	ctx          context.Context
	deadline     time.Time
	workingSince time.Time // end of the last pause
	left         int       // remaining bytes
}

func (w *castWriter) Write(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	now := time.Now()
	if w.left -= len(b); w.left < 0 || now.After(w.deadline) {
		return 0, errors.New("the cast is too long")
	}
	if worked := now.Sub(w.workingSince); worked >= castSlice {
		select {
		case <-time.After(worked):
		case <-w.ctx.Done():
			return 0, w.ctx.Err()
		}
		w.workingSince = time.Now()
	}
	return w.to.Write(b)
}

// serveCast sends a recording as a cast.
func (p *Page) serveCast(w http.ResponseWriter, r *http.Request) {
	id, rec, err := p.requestedReplay(r)
	if err != nil {
		p.serveError(w, err)
		return
	}
	data, err := p.cachedCast(r.Context(), clientOf(r), id, rec.Ark)
	switch {
	case errors.Is(err, errBusy):
		w.Header().Set("Retry-After", "10")
		http.Error(w, "too many requests for casts; try again later", http.StatusServiceUnavailable)
	case err != nil:
		p.serveError(w, err)
	default:
		attach(w, "application/x-asciicast", id+".cast")
		send(w, r, data, true)
	}
}

// serveArk sends a recording in arkterm's format.
func (p *Page) serveArk(w http.ResponseWriter, r *http.Request) {
	id, rec, err := p.requestedReplay(r)
	if err != nil {
		p.serveError(w, err)
		return
	}
	attach(w, "application/octet-stream", id+".ark")
	send(w, r, rec.Ark, false)
}

// attach sets the headers of a file download. The name must not contain characters that need quoting.
func attach(w http.ResponseWriter, kind, name string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Cache-Control", "private, max-age=3600")
}
