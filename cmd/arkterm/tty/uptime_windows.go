package tty

import (
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// queryInterruptTime counts 100 ns from the start of the machine on, also while it sleeps. It is there since Windows
// 10.
var queryInterruptTime = windows.NewLazySystemDLL("kernelbase.dll").NewProc("QueryInterruptTimePrecise")

// Uptime returns the time since the machine was started, including the time it slept.
func Uptime() time.Duration {
	if queryInterruptTime.Find() != nil {
		return sinceStart()
	}
	var ticks uint64
	_, _, _ = queryInterruptTime.Call(uintptr(unsafe.Pointer(&ticks)))
	return time.Duration(ticks) * 100
}
