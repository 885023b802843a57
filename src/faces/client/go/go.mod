module github.com/spolia/spolia/src/client/go

go 1.24
