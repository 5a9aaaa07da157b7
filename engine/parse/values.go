// Package parse provides functions that the text formats share: level files, recordings, share
// codes, settings and flags. [Text] decodes a file, functions such as [Int] and [Float] parse a
// value, [Name] finds a constant by its name, and [DidYouMean] suggests a correction.
//
// The errors contain only the allowed values. Callers add the value and its place in the text.
package parse

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// Int parses s as an integer from lo to hi and stores it in dst.
func Int[T int | int8 | int16 | uint16](s string, dst *T, lo, hi int) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < lo || n > hi {
		return fmt.Errorf("want a number from %d to %d", lo, hi)
	}
	*dst = T(n)
	return nil
}

// Uint64 parses s as an unsigned 64-bit integer and stores it in dst.
func Uint64(s string, dst *uint64) error {
	x, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return errors.New("want a number from 0 to 2⁶⁴−1")
	}
	*dst = x
	return nil
}

// Hash parses s, which must have 16 hexadecimal digits, and stores the number in dst.
func Hash(s string, dst *uint64) error {
	x, err := strconv.ParseUint(s, 16, 64)
	if err != nil || len(s) != 16 {
		return errors.New("want 16 hexadecimal digits")
	}
	*dst = x
	return nil
}

// Float parses s as a finite number and stores it in dst. The text must have the form that
// FloatText returns.
func Float(s string, dst *float64) error {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || FloatText(x) != s {
		return errors.New("want a number in its shortest form")
	}
	*dst = x
	return nil
}

// FloatText returns the shortest text that Float reads as x.
func FloatText(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Bool parses s, which must be 0 (false) or 1 (true), and stores the value in dst.
func Bool(s string, dst *bool) error {
	if s != "0" && s != "1" {
		return errors.New("want 0 or 1")
	}
	*dst = s == "1"
	return nil
}

// BoolText returns the text that Bool reads as x.
func BoolText(x bool) string {
	if x {
		return "1"
	}
	return "0"
}
