package earlysignal

import "syscall"

// systemSignal is a signal that other systems do not have.
const systemSignal = syscall.SIGSTKFLT
