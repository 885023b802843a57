module spolia.test

go 1.24

require github.com/spolia/spolia/src/faces/client/go v0.0.0

replace github.com/spolia/spolia/src/faces/client/go => ../../../../src/faces/client/go
