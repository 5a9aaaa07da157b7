package main

import (
	"math"

	"arkterm/engine/world/scenes"
)

// A World is a simulation of a scene in one of the engines.
type World interface {
	// Step advances the world by the scene's Dt.
	Step()
	// Ball returns the position and velocity of ball i.
	Ball(i int) (x, y, vx, vy float64)
}

// An Engine creates worlds.
type Engine struct {
	Name string
	New  func(*scenes.Scene) (World, error)
}

// Engines are the compared engines. The constants below are their indices.
var Engines = [...]Engine{
	{Name: "arkterm", New: newArkterm},
	{Name: "cp", New: newChipmunk},
	{Name: "cp with a hash", New: newHashed},
}

// Indices into Engines.
const (
	ours   = iota // arkterm's engine
	tree          // cp with its default spatial index, a tree
	hashed        // cp with a spatial hash
)

// newArkterm builds the scene s in arkterm's engine.
func newArkterm(s *scenes.Scene) (World, error) { return s.Begin() }

// energy returns the kinetic energy of all balls of s.
func energy(w World, s *scenes.Scene) float64 {
	sum := 0.0
	for i := range s.Balls {
		_, _, vx, vy := w.Ball(i)
		sum += (vx*vx + vy*vy) / 2
	}
	return sum
}

// outside reports whether the center of ball i is outside the field or not a number.
func outside(w World, s *scenes.Scene, i int) bool {
	x, y, _, _ := w.Ball(i)
	return !(x >= 0 && x <= s.W && y >= 0 && y <= s.H) || math.IsNaN(x+y)
}
