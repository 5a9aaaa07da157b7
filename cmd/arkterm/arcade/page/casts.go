package page

import (
	"bytes"
	"compress/gzip"
	"context"
	"io/fs"
	"net/http"
	"sync"
	"time"
)

// Recordings are drawn when somebody asks for them, one at a time, and the last ones are kept.
const (
	castTime   = 20 * time.Second // a recording that takes longer to draw is not shown
	castsKept  = 16 << 20         // bytes, compressed
	mostQueued = 8                // who wait until it is their recording's turn; others are sent away
)

// A castCache keeps casts, compressed. Its zero value is empty.
type castCache struct {
	turn   chan struct{} // holds one value while a cast is drawn
	queue  chan struct{} // holds one for each who waits
	once   sync.Once
	mu     sync.Mutex
	bytes  int
	made   map[string][]byte
	oldest []string // IDs, the one first that goes first
}

func (c *castCache) begin() {
	c.once.Do(func() {
		c.turn, c.queue, c.made = make(chan struct{}, 1), make(chan struct{}, mostQueued), make(map[string][]byte)
	})
}

func (c *castCache) get(id string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.made[id]
}

// put keeps a cast, and forgets old ones for it.
func (c *castCache) put(id string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(data) > castsKept/2 {
		return
	}
	c.made[id] = data
	c.bytes += len(data)
	c.oldest = append(c.oldest, id)
	for c.bytes > castsKept {
		c.bytes -= len(c.made[c.oldest[0]])
		delete(c.made, c.oldest[0])
		c.oldest = c.oldest[1:]
	}
}

// castOf returns the cast of a recording, compressed, and draws it if it is not kept. ok is false if too many wait.
func (p *Page) castOf(ctx context.Context, id string, ark []byte) (data []byte, ok bool, err error) {
	c := &p.casts
	c.begin()
	if data := c.get(id); data != nil {
		return data, true, nil
	}
	select {
	case c.queue <- struct{}{}:
		defer func() { <-c.queue }()
	default:
		return nil, false, nil
	}
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return nil, true, ctx.Err()
	}
	if data := c.get(id); data != nil { // somebody else has asked for it
		return data, true, nil
	}

	ctx, cancel := context.WithTimeout(ctx, castTime)
	defer cancel()
	text, err := p.Cast(ctx, ark)
	if err != nil {
		return nil, true, err
	}
	p.Count.Casts.Add(1)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(text)
	_ = z.Close() // a buffer takes all
	c.put(id, packed.Bytes())
	return packed.Bytes(), true, nil
}

// cast sends a recording as a cast.
func (p *Page) cast(w http.ResponseWriter, r *http.Request) {
	id, rec, err := p.recording(r)
	if err == nil && p.Cast == nil {
		err = fs.ErrNotExist
	}
	if err != nil {
		p.fail(w, err)
		return
	}
	data, ok, err := p.castOf(r.Context(), id, rec.Ark)
	switch {
	case err != nil:
		p.fail(w, err)
	case !ok:
		w.Header().Set("Retry-After", "10")
		http.Error(w, "too many at once", http.StatusServiceUnavailable)
	default:
		attach(w, "application/x-asciicast", id+".cast")
		send(w, r, data, true)
	}
}

// ark sends a recording as it is.
func (p *Page) ark(w http.ResponseWriter, r *http.Request) {
	id, rec, err := p.recording(r)
	if err != nil {
		p.fail(w, err)
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
