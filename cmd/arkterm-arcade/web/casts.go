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

// Limits for converting recordings to casts, which are recordings of terminal output. The page converts recordings on
// request, one at a time, and caches the most recent casts. A conversion uses at most half the time of one processor,
// so that it does not slow down players.
const (
	maxCastTime              = 40 * time.Second     // maximum duration of a conversion, including pauses
	castWorkTime             = 4 * time.Millisecond // work between two pauses
	maxCastBytes             = 64 << 20             // maximum size of a cast in bytes
	maxCacheBytes            = 16 << 20             // maximum size of all cached casts in bytes, compressed
	maxQueuedCasts           = 8                    // maximum number of requests that wait or are being served
	maxQueuedCastsPerNetwork = 2                    // maximum number of such requests per network; a browser sends one
)

// A castCache caches compressed casts. Its zero value is empty.
type castCache struct {
	converting chan struct{} // holds a token during a conversion
	waiting    slotLimiter   // requests that wait or are being served
	once       sync.Once
	mu         sync.Mutex
	totalBytes int               // total size of the casts
	casts      map[string][]byte // compressed casts by ID; an empty one means that the conversion failed
	order      []string          // IDs of the casts, oldest first
}

// init initializes the cache before its first use.
func (c *castCache) init() {
	c.once.Do(func() {
		c.converting, c.casts = make(chan struct{}, 1), make(map[string][]byte)
	})
}

// get returns the cast with an ID.
func (c *castCache) get(id string) (data []byte, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	data, ok = c.casts[id]
	return data, ok
}

// castOverhead is the approximate memory of a cached cast in bytes, without its data.
const castOverhead = 256

// put adds a cast and removes the oldest casts beyond maxCacheBytes. An empty cast records that the recording cannot be
// converted, so that no further attempt is made.
func (c *castCache) put(id string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.casts[id]; ok || len(data) > maxCacheBytes/2 {
		return
	}
	c.casts[id] = data
	c.totalBytes += len(data) + castOverhead
	c.order = append(c.order, id)
	for c.totalBytes > maxCacheBytes {
		c.totalBytes -= len(c.casts[c.order[0]]) + castOverhead
		delete(c.casts, c.order[0])
		c.order = c.order[1:]
	}
}

// errNoCast is the error for a recording that cannot be converted or takes too long.
var errNoCast = errors.New("the recording cannot be converted to a cast")

// errBusy is the error for a request beyond maxQueuedCasts or maxQueuedCastsPerNetwork.
var errBusy = errors.New("too many recordings are waiting for conversion")

// cachedCast returns the compressed cast of a recording. If the cast is not cached, cachedCast converts the recording
// ark. c is the client that requests the cast; nil if unknown. The error is errBusy if too many requests are waiting,
// and wraps errNoCast if the recording cannot be converted.
func (p *Page) cachedCast(ctx context.Context, c *client, id string, ark []byte) (data []byte, err error) {
	cache := &p.casts
	cache.init()
	if data, ok := cache.get(id); ok {
		return data, checkConverted(data)
	}
	release, ok := cache.waiting.acquire(c, maxQueuedCasts, maxQueuedCastsPerNetwork)
	if !ok {
		return nil, errBusy
	}
	defer release()
	select {
	case cache.converting <- struct{}{}:
		defer func() { <-cache.converting }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if data, ok := cache.get(id); ok { // another request has converted the recording
		return data, checkConverted(data)
	}

	p.Count.Casts.Add(1)
	var compressed bytes.Buffer
	z := gzip.NewWriter(&compressed)
	now := time.Now()
	w := &castWriter{
		out: z, ctx: ctx, deadline: now.Add(maxCastTime), workingSince: now, bytesLeft: maxCastBytes,
	}
	err = p.ConvertToCast(w, ark)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		cache.put(id, nil)
		return nil, fmt.Errorf("%w: %w", errNoCast, err)
	}
	_ = z.Close() // writing to a buffer never fails
	cache.put(id, compressed.Bytes())
	return compressed.Bytes(), nil
}

// checkConverted returns errNoCast if a cast is empty, which means that the recording cannot be converted.
func checkConverted(data []byte) error {
	if len(data) == 0 {
		return errNoCast
	}
	return nil
}

// A castWriter writes a cast to out. Write fails if the client no longer waits or a limit is exceeded. After each
// castWorkTime of work, Write pauses for the same time.
type castWriter struct {
	out          io.Writer
	ctx          context.Context
	deadline     time.Time
	workingSince time.Time // end of the last pause
	bytesLeft    int       // number of bytes that may still be written
}

func (w *castWriter) Write(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	now := time.Now()
	if w.bytesLeft -= len(b); w.bytesLeft < 0 || now.After(w.deadline) {
		return 0, errors.New("the cast is too long")
	}
	if worked := now.Sub(w.workingSince); worked >= castWorkTime {
		select {
		case <-time.After(worked):
		case <-w.ctx.Done():
			return 0, w.ctx.Err()
		}
		w.workingSince = time.Now()
	}
	return w.out.Write(b)
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
		setDownloadHeaders(w, "application/x-asciicast", id+".cast")
		sendData(w, r, data, true)
	}
}

// serveArk sends a recording in arkterm's format.
func (p *Page) serveArk(w http.ResponseWriter, r *http.Request) {
	id, rec, err := p.requestedReplay(r)
	if err != nil {
		p.serveError(w, err)
		return
	}
	setDownloadHeaders(w, "application/octet-stream", id+".ark")
	sendData(w, r, rec.Ark, false)
}

// setDownloadHeaders sets the headers of a file download. The name must not contain characters that need quoting.
func setDownloadHeaders(w http.ResponseWriter, kind, name string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Cache-Control", "private, max-age=3600")
}
