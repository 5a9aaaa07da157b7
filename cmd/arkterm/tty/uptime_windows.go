package tty

import (
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// queryInterruptTime returns the time since the machine was started, in units of 100 ns and including sleep. It exists
// since Windows 10.
var queryInterruptTime = windows.NewLazySystemDLL("kernelbase.dll").NewProc("QueryInterruptTimePrecise")

// Uptime returns the time since the machine was started, including sleep. Before Windows 10, it returns the time since
// the start of the process.
func Uptime() time.Duration {
	if queryInterruptTime.Find() != nil {
		return sinceStart()
	}
	var ticks uint64
	_, _, _ = queryInterruptTime.Call(uintptr(unsafe.Pointer(&ticks)))
	return time.Duration(ticks) * 100
}
