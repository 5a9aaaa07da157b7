//go:build !linux || !amd64

// Package faults injects faults into system calls. It works only on linux/amd64.
package faults

import "errors"

// Run returns an error.
func Run(string, []string) error { return errors.New("faults can only be injected on linux/amd64") }

// Write returns an error.
func Write(string, []string) error { return Run("", nil) }
