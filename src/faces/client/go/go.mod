module github.com/spolia/spolia/src/faces/client/go

go 1.24
