//go:build !linux || !amd64

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "faults: it reads the registers of linux/amd64")
	os.Exit(1)
}
