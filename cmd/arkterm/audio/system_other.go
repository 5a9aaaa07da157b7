//go:build !windows

package audio

// openSystem opens the audio output of the system. Only Windows has one that package audio uses directly.
func openSystem() (Device, string, error) { return nil, "", errNoDevice }
