package earlysignal

import "syscall"

// ofSystem is a signal that other systems do not have.
const ofSystem = syscall.SIGSTKFLT
