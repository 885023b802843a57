module spolia.test

go 1.24

require github.com/spolia/spolia/src/client/go v0.0.0

replace github.com/spolia/spolia/src/client/go => ../../../src/client/go
