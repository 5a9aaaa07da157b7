package store

import "os"

// noFollow is no flag: there is no root here who works in the folders of others.
const noFollow = 0

// keepOwner does nothing: a new file belongs to who may write in its folder.
func keepOwner(*os.File, string) error { return nil }
