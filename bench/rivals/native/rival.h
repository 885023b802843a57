// How a rival in C is measured: it says its answer, then for each line `go MS` runs for so long and says the median.
#ifndef RIVAL_H
#define RIVAL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/** Reads a file into memory with so many zeros on either side. */
static uint8_t *rival_read(const char *path, size_t *length, size_t padding) {
  FILE *file = fopen(path, "rb");
  if (!file) { perror(path); exit(3); }
  fseek(file, 0, SEEK_END);
  *length = (size_t)ftell(file);
  rewind(file);
  uint8_t *bytes = (uint8_t *)calloc(1, *length + 2 * padding) + padding;
  if (fread(bytes, 1, *length, file) != *length) exit(3);
  fclose(file);
  return bytes;
}

/** FNV-1a, 32 bits, from `CHECKSUM_EMPTY` on. */
#define CHECKSUM_EMPTY 2166136261u
static inline uint32_t rival_checksum(uint32_t state, const void *values, size_t length) {
  for (const uint8_t *at = (const uint8_t *)values, *end = at + length; at < end; at++) state = (state ^ *at) * 16777619u;
  return state;
}

static double rival_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int rival_compare(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return a < b ? -1 : a > b;
}

/** Says its answer, then for each line `go MS` runs for so many milliseconds and says the median of nanoseconds a run. */
static int rival_serve(void (*run)(void), uint32_t (*answer)(void)) {
  static double samples[100000];
  char line[64];
  run();
  printf("{\"answer\":%u}\n", answer());
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    int ms = 0;
    if (sscanf(line, "go %d", &ms) != 1) break;
    double start = rival_now(), warm = start + ms * 2e5;
    int batch = 1;
    while (rival_now() < warm) run();
    double once = rival_now();
    run();
    once = rival_now() - once;
    if (once < 20000) batch = (int)(20000 / (once + 1)) + 1; // the clock costs some 30 ns itself
    size_t count = 0;
    double end = rival_now() + ms * 1e6;
    do {
      double before = rival_now();
      for (int i = 0; i < batch; i++) run();
      samples[count++] = (rival_now() - before) / batch;
    } while (rival_now() < end && count < 100000);
    qsort(samples, count, sizeof *samples, rival_compare);
    printf("{\"ns\":%.3f,\"runs\":%zu}\n", samples[count / 2], count * (size_t)batch);
    fflush(stdout);
  }
  return 0;
}
#endif
