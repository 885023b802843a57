// Fingerprints the lines of a file, all in one call: an answer first, then for each line of input the milliseconds of
// processor time that one call took.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"strings"
	"syscall"

	"github.com/spolia/spolia/src/faces/client/go/core"
)

func milliseconds() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return 1000*float64(usage.Utime.Sec+usage.Stime.Sec) + float64(usage.Utime.Usec+usage.Stime.Usec)/1000
}

func main() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	texts := strings.Split(string(data), "\n")
	run := func() []core.Fingerprint {
		prints, err := core.FingerprintAll(texts)
		if err != nil {
			log.Fatal(err)
		}
		return prints
	}
	prints := run()
	fmt.Println(len(prints), prints[len(prints)-1].ID)
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		start := milliseconds()
		run()
		fmt.Println(milliseconds() - start)
	}
}
