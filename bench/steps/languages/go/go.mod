module spolia.bench

go 1.24

require github.com/spolia/spolia/src/faces/client/go/core v0.0.0

require (
	github.com/tetratelabs/wazero v1.9.0 // indirect
	golang.org/x/text v0.24.0 // indirect
)

replace github.com/spolia/spolia/src/faces/client/go/core => ../../../../src/faces/client/go/core
