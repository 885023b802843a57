// Package core fingerprints texts where they are, by the WebAssembly core of spolia: the same ids and bytes as in
// JavaScript and Python. Nothing leaves the machine.
//
// All functions may be called at once from several goroutines.
package core

import (
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

//go:embed engine.wasm
var engine []byte

//go:embed fold.spolia1.bin
var foldTable []byte

const (
	foldVersion = "spolia1"
	coreVersion = 1
	pageBytes   = 65_536
	stage1Bytes = 2 * 17_408
	// A batch is handed over in parts of this size, and of so many texts, so that memory does not grow with the number
	// of texts: what is made of each may be 16 KB.
	partBytes = 256 << 10
	partTexts = 4096
	// An instance whose memory has become larger is not kept: WebAssembly memory never shrinks.
	keptBytesMax = 48 << 20
)

// Error is what the functions of this package return.
type Error struct {
	// Code for programs: invalid_request, fingerprint_invalid, incompatible_fingerprints or kernels_unavailable.
	Code    string
	Message string
	cause   error
}

func (e *Error) Error() string { return e.Message }

// Unwrap gives what the error comes from.
func (e *Error) Unwrap() error { return e.cause }

func invalid(format string, values ...any) error {
	return &Error{Code: "invalid_request", Message: fmt.Sprintf(format, values...)}
}

// instance is a module with its memory; it serves one call at a time (assembly/CONVENTION.md).
type instance struct {
	module api.Module
	memory api.Memory
	arena  uint32
	stack  [8]uint64
}

type machine struct {
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	free     chan *instance
}

// shared is compiled at first use.
var shared = sync.OnceValues(func() (*machine, error) {
	ctx := context.Background()
	made := wazero.NewRuntime(ctx)
	compiled, err := made.CompileModule(ctx, engine)
	if err != nil {
		return nil, &Error{Code: "kernels_unavailable", Message: "The core cannot be compiled: " + err.Error(), cause: err}
	}
	return &machine{made, compiled, make(chan *instance, runtime.GOMAXPROCS(0))}, nil
})

// with lends an instance.
func with(use func(*instance) error) error {
	m, err := shared()
	if err != nil {
		return err
	}
	var one *instance
	select {
	case one = <-m.free:
	default:
		if one, err = m.instantiate(); err != nil {
			return &Error{Code: "kernels_unavailable", Message: "The core cannot run: " + err.Error(), cause: err}
		}
	}
	if err := use(one); err != nil {
		// A call that failed may have left the instance in the middle of its work.
		_ = one.module.Close(context.Background())
		return err
	}
	if one.memory.Size() <= keptBytesMax {
		select {
		case m.free <- one:
			return nil
		default:
		}
	}
	return one.module.Close(context.Background())
}

func (m *machine) instantiate() (*instance, error) {
	ctx := context.Background()
	module, err := m.runtime.InstantiateModule(ctx, m.compiled, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, err
	}
	if version := module.ExportedGlobal("CORE_VERSION"); version == nil || uint32(version.Get()) != coreVersion {
		return nil, errors.New("engine.wasm has another version of the calling convention")
	}
	stage2, rest := takeNumber(foldTable)
	pool, runs := takeNumber(rest)
	table := aligned(uint32(module.ExportedGlobal("HEAP_BASE").Get()))
	one := &instance{module: module, memory: module.Memory(), arena: aligned(table + stage1Bytes + 4*(stage2+pool) + 16)}
	if err := one.reach(uint64(one.arena) + uint64(len(runs))); err != nil {
		return nil, err
	}
	one.memory.Write(one.arena, runs)
	_, err = one.call("expandFoldTable", one.arena, table, stage2, pool)
	return one, err
}

// takeNumber reads 7 bits a byte, lowest first.
func takeNumber(bytes []byte) (uint32, []byte) {
	value, length := binary.Uvarint(bytes)
	return uint32(value), bytes[length:]
}

func aligned(address uint32) uint32 { return (address + 15) &^ 15 }

// reach makes memory end at this address or behind it, with what kernels read beyond.
func (i *instance) reach(end uint64) error {
	wanted := (end + 16 + pageBytes - 1) / pageBytes
	has := uint64(i.memory.Size()) / pageBytes
	if wanted <= has {
		return nil
	}
	if wanted > 65_536 {
		return invalid("The texts are too large for one call.")
	}
	if _, isGrown := i.memory.Grow(uint32(wanted - has)); !isGrown {
		return &Error{Code: "kernels_unavailable", Message: "There is no memory left for the texts."}
	}
	return nil
}

func (i *instance) call(name string, arguments ...uint32) (uint32, error) {
	for at, one := range arguments {
		i.stack[at] = uint64(one)
	}
	err := i.module.ExportedFunction(name).CallWithStack(context.Background(), i.stack[:])
	return uint32(i.stack[0]), err
}

// write lays texts one behind the other, and their lengths before them. It gives the addresses of both, and the first
// that is free.
func (i *instance) write(texts []string) (textsPtr, lengthsPtr, free uint32, err error) {
	lengths := make([]byte, 0, 4*len(texts))
	total := uint64(0)
	for _, text := range texts {
		lengths = binary.LittleEndian.AppendUint32(lengths, uint32(len(text)))
		total += uint64(len(text))
	}
	lengthsPtr = i.arena
	textsPtr = aligned(lengthsPtr + uint32(len(lengths)) + 16)
	if err := i.reach(uint64(textsPtr) + total + 32); err != nil {
		return 0, 0, 0, err
	}
	i.memory.Write(lengthsPtr, lengths)
	at := textsPtr
	for _, text := range texts {
		i.memory.WriteString(at, text)
		at += uint32(len(text))
	}
	return textsPtr, lengthsPtr, aligned(at + 16), nil
}

// callMany calls a function for many texts; between are the arguments behind their number.
func (i *instance) callMany(name string, texts []string, between ...uint32) (uint32, error) {
	textsPtr, lengthsPtr, free, err := i.write(texts)
	if err != nil {
		return 0, err
	}
	arguments := append([]uint32{textsPtr, lengthsPtr, uint32(len(texts))}, between...)
	results, err := i.call(name, append(arguments, free)...)
	if err == nil && results == 0 {
		err = &Error{Code: "kernels_unavailable", Message: "There is no memory left for the texts."}
	}
	return results, err
}

// inParts calls use for parts of the texts of a bounded size, each with the index of its first text.
func inParts(texts []string, use func(first int, part []string) error) error {
	for first := 0; first < len(texts); {
		end, total := first, 0
		for end < len(texts) && end-first < partTexts && (end == first || total+len(texts[end]) <= partBytes) {
			total += len(texts[end])
			end++
		}
		if err := use(first, texts[first:end]); err != nil {
			return err
		}
		first = end
	}
	return nil
}
