//go:build !unix

package main

// findHome does nothing: on Windows the system knows the folders.
func findHome() {}
