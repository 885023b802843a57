module github.com/spolia/spolia/src/faces/client/go/core

go 1.24

require (
	github.com/tetratelabs/wazero v1.9.0
	golang.org/x/text v0.24.0
)
