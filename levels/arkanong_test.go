package levels

import (
	"math"
	"slices"
	"testing"

	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// TestMatchBoardsAreFair checks that each board is identical after a rotation by 180° around the center of the field,
// including all motion.
func TestMatchBoardsAreFair(t *testing.T) {
	boards, withEmitters := Arkanong().Levels, 0
	if len(boards) < 6 {
		t.Errorf("Arkanong() has %d levels, want at least 6", len(boards))
	}
	for i := range boards {
		l := &boards[i]
		if err := l.CheckVersus(); err != nil {
			t.Errorf("%s: %v", l.Name, err)
		}
		for k := range l.Bricks {
			if opposite(l, &l.Bricks[k]) < 0 {
				center, _ := l.Bricks[k].Shape.Circle()
				t.Errorf("%s: brick %d at %v has no equal brick opposite it", l.Name, k+1, center)
			}
		}
		for k := range l.Emitters {
			if !slices.ContainsFunc(l.Emitters, func(e spec.EmitterSpec) bool { return opposed(&e, &l.Emitters[k]) }) {
				t.Errorf("%s: emitter %d at %v has no equal emitter opposite it", l.Name, k+1, l.Emitters[k].At)
			}
		}
		withEmitters += min(1, len(l.Emitters))
	}
	if withEmitters < 2 {
		t.Errorf("Arkanong() has %d levels with emitters, want at least 2", withEmitters)
	}
}

// opposed reports whether a rotation of the field by 180° maps emitter b to emitter a.
func opposed(a, b *spec.EmitterSpec) bool {
	const near = 1e-6
	turn := math.Mod(a.Degrees-b.Degrees, 360)
	return a.At.Add(b.At).Sub(geom.Vec{X: spec.FieldW, Y: spec.FieldH}).Norm() < near &&
		math.Abs(math.Abs(turn)-180) < near && a.Spin == b.Spin &&
		a.On == b.On && a.Off == b.Off && a.Elapsed == b.Elapsed
}

// opposite returns the index of the brick of l to which a rotation of the field by 180° maps b, or -1.
func opposite(l *spec.Level, b *spec.BrickSpec) int {
	const near = 1e-6
	turn := func(v geom.Vec) geom.Vec { return geom.Vec{X: spec.FieldW - v.X, Y: spec.FieldH - v.Y} }
	for k := range l.Bricks {
		o := &l.Bricks[k]
		alike := o.Kind == b.Kind && o.Hits == b.Hits && o.Drop == b.Drop && o.PassDir == b.PassDir.Neg() &&
			o.Motion.Spin == b.Motion.Spin && o.Motion.Lap == b.Motion.Lap &&
			o.Motion.Path.Add(b.Motion.Path).Norm() < near &&
			o.Shape.N() == b.Shape.N()
		for j := range b.Shape.N() {
			alike = alike && o.Shape.Distance(turn(b.Shape.Corner(j))) < near
		}
		if alike {
			return k
		}
	}
	return -1
}
