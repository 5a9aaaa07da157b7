package main

import "flag"

var update = flag.Bool("update", false, "renew the expected output in testdata")
