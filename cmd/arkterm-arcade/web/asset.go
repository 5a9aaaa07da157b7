package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"sync"
)

// assets contains the files of the page. asciinema-player is version 3.18.0 from npm. Its files are compressed, but
// otherwise unmodified; `make test-casts-web` checks this.
//
//go:embed asset
var assets embed.FS

// An assetFile is a file of the page that clients can request.
type assetFile struct {
	name, contentType string
	embeddedPath      string // path relative to the folder asset
	gzipped           bool   // compressed with gzip
}

// assetFiles contains all assets.
var assetFiles = []assetFile{
	{"page.css", "text/css; charset=utf-8", "page.css", false},
	{"page.js", "text/javascript; charset=utf-8", "page.js", false},
	{"icon.svg", "image/svg+xml", "icon.svg", false},
	{"asciinema-player.css", "text/css; charset=utf-8", "asciinema-player/asciinema-player.css.gz", true},
	{"asciinema-player.min.js", "text/javascript; charset=utf-8", "asciinema-player/asciinema-player.min.js.gz", true},
	{"licence.txt", "text/plain; charset=utf-8", "asciinema-player/LICENSE", false},
}

// read returns the content of an asset, which is compressed if gzipped is true.
func (f *assetFile) read() []byte {
	data, err := fs.ReadFile(assets, "asset/"+f.embeddedPath)
	if err != nil {
		panic(err) // the file is embedded
	}
	return data
}

// assetHashes returns a hash of each asset. The hash is part of the asset's URL, so that a new version has a new URL.
var assetHashes = sync.OnceValue(func() map[string]string {
	hashes := make(map[string]string, len(assetFiles))
	for i := range assetFiles {
		sum := sha256.Sum256(assetFiles[i].read())
		hashes[assetFiles[i].name] = hex.EncodeToString(sum[:6])
	}
	return hashes
})

// assetPath returns the URL path of an asset.
func assetPath(name string) string { return "/asset/" + name + "?" + assetHashes()[name] }

// serveAsset sends an asset. A URL with the current hash can be cached forever.
func (p *Page) serveAsset(w http.ResponseWriter, r *http.Request) {
	for i := range assetFiles {
		f := &assetFiles[i]
		if f.name != r.PathValue("name") {
			continue
		}
		h := w.Header()
		h.Set("Content-Type", f.contentType)
		h.Set("Cache-Control", "public, max-age=3600")
		if r.URL.RawQuery == assetHashes()[f.name] {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		sendData(w, r, f.read(), f.gzipped)
		return
	}
	p.serveError(w, fs.ErrNotExist)
}

// sendData sends data. gzipped reports whether data is compressed with gzip. sendData decompresses it for clients that
// do not accept gzip.
func sendData(w http.ResponseWriter, r *http.Request, data []byte, gzipped bool) {
	if gzipped {
		w.Header().Set("Vary", "Accept-Encoding")
		if !acceptsGzip(r) {
			z, err := gzip.NewReader(bytes.NewReader(data))
			if err == nil {
				_, _ = io.Copy(w, z)
			}
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
	}
	_, _ = w.Write(data)
}

// acceptsGzip reports whether the client of a request accepts gzip.
func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == "gzip" && strings.ReplaceAll(quality, " ", "") != "q=0" {
			return true
		}
	}
	return false
}
