package main

import (
	"math"

	"arkterm/engine/world/scenes"
)

// A World is a scene in the hands of an engine.
type World interface {
	// Step lets the scene's Dt pass.
	Step()
	// Ball returns where ball i is, and its velocity.
	Ball(i int) (x, y, vx, vy float64)
}

// An Engine makes worlds.
type Engine struct {
	Name string
	New  func(*scenes.Scene) (World, error)
}

// Engines are compared with the first one, which is ours.
var Engines = [...]Engine{
	{"arkterm", newArkterm},
	{"cp", newChipmunk},
	{"cp with its hash", newHashed},
}

// Of Engines.
const (
	us = iota
	tree
	hashed
)

// newArkterm is scenes.Scene.Begin as the others have it.
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

// outside reports whether the middle of ball i is out of the field, or nowhere.
func outside(w World, s *scenes.Scene, i int) bool {
	x, y, _, _ := w.Ball(i)
	return !(x >= 0 && x <= s.W && y >= 0 && y <= s.H) || math.IsNaN(x+y)
}
