package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"time"
)

// archive writes the files as NAME.tar.gz, for Windows as NAME.zip, in a folder NAME, and returns its size in bytes.
func (r *release) archive(t target, name string, files []file) (size int, err error) {
	form := tarball
	if t.os == "windows" {
		form = zipped
	}
	var b bytes.Buffer
	if err := form(&b, name+"/", files, r.stamp.when); err != nil {
		return 0, err
	}
	return b.Len(), os.WriteFile(filepath.Join(r.out, name+t.suffix()), b.Bytes(), 0o644)
}

// tarball writes a tar.gz. All belongs to nobody in particular, and is as old as the commit.
func tarball(w io.Writer, folder string, files []file, when time.Time) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	tw := tar.NewWriter(packed)
	for _, f := range files {
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: folder + f.path, Size: int64(len(f.data)), Mode: int64(f.mode),
			ModTime: when, Uname: "root", Gname: "root", Format: tar.FormatUSTAR,
		}
		if err := tw.WriteHeader(h); err != nil {
			return err
		}
		if _, err := tw.Write(f.data); err != nil {
			return err
		}
	}
	if err := tw.Close(); err != nil {
		return err
	}
	return packed.Close()
}

// zipped writes a zip.
func zipped(w io.Writer, folder string, files []file, when time.Time) error {
	zw := zip.NewWriter(w)
	for _, f := range files {
		h := &zip.FileHeader{Name: folder + f.path, Method: zip.Deflate, Modified: when.UTC()}
		h.SetMode(f.mode)
		fw, err := zw.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := fw.Write(f.data); err != nil {
			return err
		}
	}
	return zw.Close()
}

// compressed returns data as gzip -9n writes it.
func compressed(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
