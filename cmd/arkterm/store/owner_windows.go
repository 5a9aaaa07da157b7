package store

// keepOwner does nothing: a new file belongs to who may write in its folder.
func keepOwner(string, string) error { return nil }
