package world

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"arkterm/engine/geom"
)

// This file saves and restores a world: a snapshot, which is a sequence of bytes.
//
// A snapshot is the eight bytes "arkworld", a version of two bytes, the state, and the CRC-32 (IEEE) of
// all before it in four bytes. The state is what World.code lists, in its order. Numbers have the lowest
// byte first; a float64 is its bits, a bool a byte that is 0 or 1, a list its length in four bytes and
// then its elements. Predictions are not in it, but for what each disc came off last: they follow from the
// rest.

const (
	snapshotMagic   = "arkworld"
	snapshotVersion = 1
	snapshotHead    = len(snapshotMagic) + 2
)

// Limits of a snapshot. What is beyond them neither is saved nor restored.
const (
	maxExtent    = 1e9     // units: of the field, and of places in it
	maxSpeed     = 1e12    // units/s: a disc of little mass may be faster than FastestSpeed
	maxSubsteps  = 1 << 10 // of a tick
	maxWaiting   = 1 << 20 // MaxContacts
	maxListed    = 1 << 22 // entries of obstacles in the grid's cells, and 64 more for each obstacle
	maxNeighbors = 1 << 24 // pairs of discs in one cell, and 64 more for each disc
)

// AppendBinary appends a snapshot of w to b. A world is saved between two ticks; within one it reports an
// error, as it does if w is beyond the limits of a snapshot or some number in it is not finite.
//
// Both go on alike from here, bit for bit: the world that was saved and what is restored of it. For that,
// w makes its predictions anew. Of a world that is not saved that is no different either, with two exceptions:
// the order of contacts at exactly the same time, and which of two discs [World.Next] reports as Disc. The same
// world gives the same bytes on every processor.
func (w *World) AppendBinary(b []byte) ([]byte, error) {
	if w.substepsLeft > 0 {
		return nil, errors.New("save a world: within a tick")
	}
	from := len(b)
	c := coder{b: append(b, snapshotMagic...), writes: true}
	c.b = binary.LittleEndian.AppendUint16(c.b, snapshotVersion)
	w.code(&c)
	if c.err == nil {
		// What could not be restored is not saved.
		var again World
		c.err = again.read(c.b[from+snapshotHead:])
	}
	if c.err != nil {
		return nil, fmt.Errorf("save a world: %w", c.err)
	}
	w.resume()
	return binary.LittleEndian.AppendUint32(c.b, crc32.ChecksumIEEE(c.b[from:])), nil
}

// MarshalBinary returns a snapshot of w; see AppendBinary.
func (w *World) MarshalBinary() ([]byte, error) { return w.AppendBinary(nil) }

// UnmarshalBinary makes w the world that a snapshot holds. The bytes may come from anybody: they are
// refused with an error, and w is left alone, if they are cut short or broken, of another version, or not
// a world. Its memory is bounded by 50 MB and some 100 times the length of the bytes. How long its ticks
// take is not: discs may be as many and as fast as their limits allow.
func (w *World) UnmarshalBinary(data []byte) error {
	state, err := opened(data)
	var s World
	if err == nil {
		err = s.read(state)
	}
	if err != nil {
		return fmt.Errorf("restore a world: %w", err)
	}
	s.resume()
	*w = s
	return nil
}

// read reads the state of a snapshot into w, which is empty.
func (w *World) read(state []byte) error {
	c := coder{b: state}
	w.code(&c)
	switch {
	case c.err != nil:
		return c.err
	case len(c.b) > 0:
		return fmt.Errorf("%d bytes too many", len(c.b))
	}
	return w.restorable()
}

// opened returns the state in a snapshot.
func opened(data []byte) ([]byte, error) {
	const foot = 4
	if len(data) < snapshotHead+foot || string(data[:len(snapshotMagic)]) != snapshotMagic {
		return nil, errors.New("not a snapshot")
	}
	if v := binary.LittleEndian.Uint16(data[len(snapshotMagic):]); v != snapshotVersion {
		return nil, fmt.Errorf("version %d, want %d", v, snapshotVersion)
	}
	body := data[:len(data)-foot]
	if crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(data[len(body):]) {
		return nil, errors.New("the check sum is wrong: the bytes are damaged")
	}
	return body[snapshotHead:], nil
}

// code writes the state of w, or reads it. One list for both, so that they cannot differ.
func (w *World) code(c *coder) {
	c.floats(&w.W, &w.H)
	c.bools(&w.Floor, &w.Ceiling, &w.wrapX, &w.wrapY)
	c.int(&w.Substeps)
	c.floats(&w.MaxSpeed)
	c.int(&w.MaxContacts)
	c.uint64(&w.tick)
	c.bools(&w.touched, &w.stale)
	c.uint64(&w.sliding)
	c.floats(&w.energy, &w.banded)

	n := c.length(len(w.Discs), discBytes)
	w.Discs, w.rests = resized(c, w.Discs, n), resized(c, w.rests, n)
	w.tracks, w.approaches = resized(c, w.tracks, n), resized(c, w.approaches, n)
	for i := range n {
		w.codeDisc(c, i)
	}
	w.Obstacles = resized(c, w.Obstacles, c.length(len(w.Obstacles), obstacleBytes))
	for k := range w.Obstacles {
		w.Obstacles[k].code(c)
	}
	w.movers = resized(c, w.movers, c.length(len(w.movers), moverBytes))
	for k := range w.movers {
		w.codeMover(c, k)
	}
	w.Capsules = resized(c, w.Capsules, c.length(len(w.Capsules), capsuleBytes))
	for k := range w.Capsules {
		w.Capsules[k].code(c)
	}

	c.bools(&w.filters.used)
	for _, all := range []*[]Filter{&w.filters.discs, &w.filters.obstacles, &w.filters.capsules} {
		*all = resized(c, *all, c.length(len(*all), 8))
		for k := range *all {
			c.uint32(&(*all)[k].Category)
			c.uint32(&(*all)[k].Avoid)
		}
	}
	if !c.writes && c.err == nil {
		w.SetTick(w.tick)
	}
}

// The least lengths of the elements of lists.
const (
	discBytes     = 8*7 + 4 + 1 + 8 + 9 + 2 + 9
	obstacleBytes = 3 + 16 + 1
	moverBytes    = 4 + 8*3 + 8 + 1 + 8 + 1 + 1 + 8*5 + 24 + 8 + 8*5 + 4
	capsuleBytes  = 8 * 7
)

func (w *World) codeDisc(c *coder, i int) {
	d := &w.Discs[i]
	c.vec(&d.From)
	c.vec(&d.V)
	c.floats(&d.Since, &d.R, &d.Mass)
	c.uint32(&d.course)
	c.bools(&d.Held)
	c.uint64(&w.rests[i].slidesTo)

	// Where everything is to be predicted anew, nothing else is left of the past.
	came, jam, touches := w.tracks[i].origin, w.approaches[i].jam, uint32(w.approaches[i].touches)
	if w.stale {
		came, jam, touches = origin{}, origin{}, 0
	}
	came.code(c)
	jam.code(c)
	c.uint32(&touches)
	if touches > math.MaxUint16 && c.err == nil {
		c.err = fmt.Errorf("disc %d has touched movers %d times", i, touches)
	}
	if !c.writes {
		w.tracks[i].origin, w.approaches[i].jam, w.approaches[i].touches = came, jam, uint16(touches)
	}
}

func (o *origin) code(c *coder) {
	kind := uint8(o.kind)
	c.uint8(&kind)
	o.kind = Kind(kind)
	c.int32(&o.other)
	c.uint32(&o.course)
}

func (o *Obstacle) code(c *coder) {
	c.bools(&o.Gone, &o.Moves, &o.Follows)
	c.vec(&o.Way)
	if !c.writes {
		o.Shape = new(geom.Polygon)
	}
	c.polygon(o.Shape)
}

func (w *World) codeMover(c *coder, k int) {
	m := &w.movers[k]
	c.int(&m.obstacle)
	c.vec(&m.motion.Path)
	c.int(&m.motion.Lap)
	c.floats(&m.motion.Spin)
	c.polygon(&m.home)
	c.floats(&m.progress)
	c.bools(&m.blocked)
	body := uint8(m.body)
	c.uint8(&body)
	m.body = Body(body)
	c.vec(&m.pivot)
	c.vec(&m.offset)
	c.floats(&m.turned)
	c.vec(&m.v)
	c.floats(&m.spin, &m.since)
	c.vec(&m.course.Pivot)
	c.vec(&m.course.V)
	c.floats(&m.course.Spin)
	c.uint32(&m.stamp)
	if !c.writes && c.err == nil && m.obstacle >= 0 && m.obstacle < len(w.Obstacles) {
		m.at, m.placed = *w.Obstacles[m.obstacle].Shape, false
	}
}

func (p *Capsule) code(c *coder) {
	c.floats(&p.X, &p.Y, &p.Half, &p.R, &p.V, &p.goal, &p.was)
	c.uint32(&p.course)
}

// restorable returns an error if w is not a world that a snapshot may hold.
func (w *World) restorable() error {
	switch {
	case !(w.W > 0 && w.W <= maxExtent && w.H > 0 && w.H <= maxExtent):
		return fmt.Errorf("a field of %g × %g", w.W, w.H)
	case w.Substeps < 1 || w.Substeps > maxSubsteps:
		return fmt.Errorf("%d sub-steps", w.Substeps)
	case !(w.MaxSpeed >= 0) || w.MaxContacts < 0 || w.MaxContacts > maxWaiting:
		return fmt.Errorf("at most %g units/s and %d contacts", w.MaxSpeed, w.MaxContacts)
	case !(math.Abs(w.energy) < math.Inf(1)) || math.IsNaN(w.banded):
		return fmt.Errorf("an energy of %g", w.energy)
	case len(w.Capsules) > 2 || w.wraps() && len(w.Capsules) > 0:
		return fmt.Errorf("%d capsules", len(w.Capsules))
	case len(w.filters.discs) > len(w.Discs) || len(w.filters.obstacles) > len(w.Obstacles) || len(w.filters.capsules) > len(w.Capsules):
		return errors.New("more filters than bodies")
	}
	for i := range w.Discs {
		if err := w.restorableDisc(i); err != nil {
			return err
		}
	}
	for k := range w.Obstacles {
		if o := &w.Obstacles[k]; !within(maxExtent, o.Way.X, o.Way.Y) || o.Shape.N() == 0 {
			return fmt.Errorf("obstacle %d: a gate along %v, or without a corner", k, o.Way)
		}
	}
	for k := range w.Capsules {
		p := &w.Capsules[k]
		_, err := geom.Segment(geom.Vec{X: p.R - p.Half}, geom.Vec{X: p.Half - p.R})
		if err != nil || !within(maxExtent, p.X, p.Y, p.R, p.Half, p.goal, p.was) || !within(maxSpeed, p.V) || p.R < 0 || p.Half <= p.R ||
			!(min(p.X, p.goal) >= p.Half && max(p.X, p.goal) <= w.W-p.Half) {
			return fmt.Errorf("capsule %d of %g × %g at (%g, %g)", k, 2*p.Half, 2*p.R, p.X, p.Y)
		}
	}
	moved := map[int]bool{}
	for k := range w.movers {
		m := &w.movers[k]
		o := m.obstacle
		if o < 0 || o >= len(w.Obstacles) || moved[o] || !w.Obstacles[o].Moves || m.home.N() == 0 {
			return fmt.Errorf("mover %d moves obstacle %d, which there is not, or another moves", k, o)
		}
		moved[o] = true
		if !within(maxExtent, m.motion.Path.X, m.motion.Path.Y, m.motion.Spin, m.pivot.X, m.pivot.Y, m.offset.X, m.offset.Y, m.turned) ||
			!within(maxExtent, m.v.X, m.v.Y, m.spin, m.since, m.course.Pivot.X, m.course.Pivot.Y, m.course.V.X, m.course.V.Y, m.course.Spin) ||
			!within(1e15, m.progress) || m.motion.Lap < 0 {
			return fmt.Errorf("mover %d: its motion is out of range", k)
		}
	}
	return w.spacious()
}

func (w *World) restorableDisc(i int) error {
	d := &w.Discs[i]
	if !within(maxExtent, d.From.X, d.From.Y, d.Since, d.R) || d.R < 0 || !within(maxSpeed, d.V.X, d.V.Y) || !(d.Mass >= 1/MassRange && d.Mass <= MassRange) {
		return fmt.Errorf("disc %d at %v with velocity %v, radius %g and mass %g is beyond the limits", i, d.From, d.V, d.R, d.Mass)
	}
	a := &w.approaches[i]
	if !w.stale && a.touches > 0 {
		capsule := a.jam.kind == AtCapsule && int(a.jam.other) < len(w.Capsules)
		mover := a.jam.kind == AtMover && int(a.jam.other) < len(w.movers)
		if a.jam.other < 0 || !capsule && !mover {
			return fmt.Errorf("disc %d has touched %v %d, which there is not", i, a.jam.kind, a.jam.other)
		}
	}
	if d.Held {
		return nil
	}
	at := w.At(i)
	side, ceiling, floor := w.margin(d.R)
	out := max(side-at.X, at.X-(w.W-side), ceiling-at.Y, at.Y-(w.H-floor))
	if err := w.acceptsPeriodic(d.R); err != nil {
		return fmt.Errorf("disc %d: %w", i, err)
	}
	if d.R < LeastRadius || d.Since > grain(w.now) || !within(maxExtent, at.Y) || out > slack*max(1, 1e-8*d.V.Norm()) {
		return fmt.Errorf("disc %d of radius %g and mass %g at %v is not a disc in the field", i, d.R, d.Mass, at)
	}
	return nil
}

// within reports whether no number is beyond ±most, and none is NaN.
func within(most float64, all ...float64) bool {
	for _, x := range all {
		if !(math.Abs(x) <= most) {
			return false
		}
	}
	return true
}

// spacious reports an error if too many bodies are at one place: there the grid does not help, and
// to predict their contacts would take as much memory or time as they are many squared.
func (w *World) spacious() error {
	radius := 0.0
	for i := range w.Discs {
		radius = max(radius, w.Discs[i].R)
	}
	var g grid
	g.measure(w.W, w.H, w.standing(), len(w.Discs), radius)
	listed := 0
	for k := range w.Obstacles {
		if o := &w.Obstacles[k]; !o.Gone && !o.Moves {
			lo, hi := o.Shape.Bounds()
			x0, y0 := g.at(geom.Vec{X: lo.X - radius, Y: lo.Y - radius})
			x1, y1 := g.at(geom.Vec{X: hi.X + radius, Y: hi.Y + radius})
			listed += (x1 - x0 + 2) * (y1 - y0 + 2)
		}
	}
	if listed > maxListed+64*len(w.Obstacles) {
		return fmt.Errorf("the obstacles are too large for their number: %d cells of the grid", listed)
	}
	pairs, in := 0, map[int]int{}
	for i := range w.Discs {
		if !w.Discs[i].Held {
			cx, cy := g.at(w.At(i))
			pairs += in[cy*g.nx+cx]
			in[cy*g.nx+cx]++
		}
	}
	if pairs > maxNeighbors+64*len(w.Discs) {
		return fmt.Errorf("too many discs are at one place: %d pairs of neighbors", pairs)
	}
	return nil
}

// resume makes the predictions of a world anew that was read or saved. Other than Rebuild it knows what
// each disc came off last.
func (w *World) resume() {
	w.end, w.window = w.now, window{}
	for k := range w.Capsules {
		p := &w.Capsules[k]
		p.shape, p.since = segment(p.Half, p.R), w.now
	}
	if w.stale {
		for i := range w.tracks {
			w.tracks[i], w.approaches[i] = unknown, nowhere
		}
		return // the next tick begins with that
	}

	banded, energy := w.banded, w.energy
	origins, approaches := make([]origin, len(w.Discs)), make([]approach, len(w.Discs))
	for i := range w.Discs {
		origins[i], approaches[i] = w.tracks[i].origin, w.approaches[i]
	}
	w.banded = never
	w.Rebuild()
	w.energy, w.most = energy, max(w.energy, energy)
	for i := range w.Discs {
		a := &w.approaches[i]
		w.tracks[i].origin, a.jam, a.touches = origins[i], approaches[i].jam, approaches[i].touches
		if !w.Discs[i].Held {
			w.predict(i)
		}
	}

	// No disc is level with the capsules before this; the saved world may know less.
	w.banded = never
	for i := range w.Discs {
		if a := &w.approaches[i]; a.bandOut >= w.now {
			w.banded = min(w.banded, a.bandIn)
		}
	}
	w.banded = min(w.banded, banded)
}

// A coder writes values, or reads them. After an error it reads zeros.
type coder struct {
	b      []byte
	writes bool
	err    error
}

// take returns the next n bytes to read.
func (c *coder) take(n int) []byte {
	if len(c.b) < n && c.err == nil {
		c.err = errors.New("cut short")
	}
	if c.err != nil {
		return make([]byte, 8)[:n]
	}
	t := c.b[:n]
	c.b = c.b[n:]
	return t
}

func (c *coder) uint8(x *uint8) {
	if c.writes {
		c.b = append(c.b, *x)
		return
	}
	*x = c.take(1)[0]
}

func (c *coder) uint32(x *uint32) {
	if c.writes {
		c.b = binary.LittleEndian.AppendUint32(c.b, *x)
		return
	}
	*x = binary.LittleEndian.Uint32(c.take(4))
}

func (c *coder) uint64(x *uint64) {
	if c.writes {
		c.b = binary.LittleEndian.AppendUint64(c.b, *x)
		return
	}
	*x = binary.LittleEndian.Uint64(c.take(8))
}

func (c *coder) int32(x *int32) {
	u := uint32(*x)
	c.uint32(&u)
	*x = int32(u)
}

// int codes an int in four bytes.
func (c *coder) int(x *int) {
	i := int32(*x)
	if int(i) != *x && c.err == nil {
		c.err = fmt.Errorf("%d does not fit", *x)
	}
	c.int32(&i)
	*x = int(i)
}

func (c *coder) bools(all ...*bool) {
	for _, x := range all {
		u := uint8(0)
		if *x {
			u = 1
		}
		c.uint8(&u)
		if u > 1 && c.err == nil {
			c.err = fmt.Errorf("a bool of %d", u)
		}
		*x = u == 1
	}
}

func (c *coder) floats(all ...*float64) {
	for _, x := range all {
		u := math.Float64bits(*x)
		c.uint64(&u)
		*x = math.Float64frombits(u)
	}
}

func (c *coder) vec(v *geom.Vec) { c.floats(&v.X, &v.Y) }

func (c *coder) polygon(p *geom.Polygon) {
	switch {
	case c.writes:
		c.b, _ = p.AppendBinary(c.b)
	case c.err == nil:
		*p, c.b, c.err = geom.CutPolygon(c.b)
	}
}

// length codes the length of a list, whose elements have at least the given number of bytes.
func (c *coder) length(n, least int) int {
	u := uint32(n)
	c.uint32(&u)
	if !c.writes && c.err == nil && int64(u) > int64(len(c.b)/least) {
		c.err = fmt.Errorf("a list of %d in %d bytes", u, len(c.b))
	}
	if c.err != nil {
		return 0
	}
	return int(u)
}

// resized returns s where it is written, and n zeros to be read where it is not.
func resized[T any](c *coder, s []T, n int) []T {
	if c.writes {
		return s
	}
	return make([]T, n)
}
