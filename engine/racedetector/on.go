//go:build race

package racedetector

// Enabled says that the race detector watches.
const Enabled = true
