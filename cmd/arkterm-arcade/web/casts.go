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

// Recordings are drawn when somebody asks for them, one at a time, and the last ones are kept. Players come first: to draw takes
// half a processor at most.
const (
	maxCastTime         = 40 * time.Second // a recording that takes longer to draw, with pauses, is not shown
	castSlice           = 4 * time.Millisecond
	maxCastBytes        = 64 << 20 // nor is one whose cast has more bytes
	maxCacheBytes       = 16 << 20 // bytes, compressed
	maxQueued           = 8        // who wait until it is their recording's turn; others are sent away
	maxQueuedPerNetwork = 2        // … of one network: a browser asks for one
)

// A castCache keeps casts, compressed. Its zero value is empty.
type castCache struct {
	turn   chan struct{} // holds one value while a cast is drawn
	queue  places        // of those who wait
	once   sync.Once
	mu     sync.Mutex
	bytes  int
	casts  map[string][]byte
	oldest []string // IDs, the one first that goes first
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

// entrySize is what an entry takes beside its bytes, about.
const entrySize = 256

// put keeps a cast, and forgets old ones for it. One of no bytes stands for a recording that cannot be drawn, which is not
// tried again.
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

// errNoCast is the error for a recording that takes too long to draw, or cannot be drawn.
var errNoCast = errors.New("a recording is not drawn")

// errBusy is the error while too many wait.
var errBusy = errors.New("too many recordings are being drawn")

// castOf returns the cast of a recording for a client, compressed, and draws it if it is not kept.
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
	if data, ok := c.get(id); ok { // somebody else has asked for it
		return data, checkDrawn(data)
	}

	p.Count.Casts.Add(1)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	now := time.Now()
	err = p.Cast(&castWriter{to: z, ctx: ctx, deadline: now.Add(maxCastTime), workingSince: now, left: maxCastBytes}, ark)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		c.put(id, nil)
		return nil, fmt.Errorf("%w: %w", errNoCast, err)
	}
	_ = z.Close() // a buffer takes all
	c.put(id, packed.Bytes())
	return packed.Bytes(), nil
}

// drawn returns errNoCast for the entry of a recording that cannot be drawn.
func checkDrawn(data []byte) error {
	if len(data) == 0 {
		return errNoCast
	}
	return nil
}

// A castWriter passes a cast on, as long as somebody waits for it and it is not too long. Who has drawn for a while has to pause
// for as long.
type castWriter struct {
	to           io.Writer
	ctx          context.Context
	deadline     time.Time
	workingSince time.Time // when the last pause was over
	left         int
}

func (w *castWriter) Write(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	now := time.Now()
	if w.left -= len(b); w.left < 0 || now.After(w.deadline) {
		return 0, errors.New("too long")
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

// cast sends a recording as a cast.
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
		http.Error(w, "too many at once", http.StatusServiceUnavailable)
	case err != nil:
		p.serveError(w, err)
	default:
		attach(w, "application/x-asciicast", id+".cast")
		send(w, r, data, true)
	}
}

// ark sends a recording as it is.
func (p *Page) serveArk(w http.ResponseWriter, r *http.Request) {
	id, rec, err := p.requestedReplay(r)
	if err != nil {
		p.serveError(w, err)
		return
	}
	attach(w, "application/octet-stream", id+".ark")
	send(w, r, rec.Ark, false)
}

// attach says that an answer is a file. The name holds nothing that would have to be quoted.
func attach(w http.ResponseWriter, kind, name string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Cache-Control", "private, max-age=3600")
}
