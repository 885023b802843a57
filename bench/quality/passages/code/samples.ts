/**
 * Public samples of other tools: programs, and which of them go back to one another. They are read from clones of dodona-edu/dolos and
 * jplag/JPlag in the folder SPOLIA_SAMPLES, and are no part of the project.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";

export interface Program {
  id: string;
  content: string;
}

export interface SampleSet {
  name: string;
  /** Of the files, with the dot. */
  ending: string;
  programs: readonly Program[];
  /** Whether one goes back to the other; absent where only another tool's figures are known. */
  isCopied?: (one: string, other: string) => boolean;
  /** The similarity that JPlag states for two, 0 to 1. */
  ofJplag?: (one: string, other: string) => number;
}

const JPLAG = "JPlag/endtoend-testing/src/test/resources";

export function sampleSets(folder: string): SampleSet[] {
  return [labelled(folder), variants(folder), changed(folder), named(folder)];
}

/** 66 accepted answers to one exercise, of which people named the copied ones: of PROGpedia, as JPlag tests itself by it. */
function labelled(folder: string): SampleSet {
  const files = unzipSync(readFileSync(join(folder, JPLAG, "data/progpedia.zip")));
  const textOf = (name: string) => new TextDecoder("latin1").decode(files[name]);
  const programs = Object.keys(files)
    .filter((name) => /^ACCEPTED\/[^/]+\/[^/]+\.java$/.test(name))
    .map((name) => ({ id: name.split("/")[1]!, content: textOf(name) }));
  const copied = new Set(
    textOf("plagiarism.csv")
      .split(/\r?\n/)
      .map((line) => keyOf(...pairIn(line.split(";")))),
  );
  return {
    ...{ name: "PROGpedia, answers to one exercise", ending: ".java", programs: programs.sort(byId) },
    isCopied: (one, other) => copied.has(keyOf(one, other)),
    ofJplag: jplagFigures(folder, "progpedia"),
  };
}

/** 19 variants of a program, by whose figures JPlag tests itself. */
function variants(folder: string): SampleSet {
  const programs = filesIn(join(folder, JPLAG, "data/sortAlgo"), ".java");
  return {
    ...{ name: "JPlag's variants of a program", ending: ".java", programs },
    ofJplag: jplagFigures(folder, "sortAlgo"),
  };
}

/** Two students' programs, copies of one that were changed in a way each, and one of parts of both: names have A, B or both. */
function changed(folder: string): SampleSet {
  const programs = filesIn(join(folder, "dolos/samples/python/benchmark_files"), ".py");
  const studentsOf = (id: string) => id.split("_").filter((part) => part === "A" || part === "B");
  return {
    ...{ name: "Dolos' changed copies", ending: ".py", programs },
    isCopied: (one, other) => studentsOf(one).some((student) => studentsOf(other).includes(student)),
  };
}

function named(folder: string): SampleSet {
  const programs = filesIn(join(folder, "dolos/samples/elm"), ".elm");
  return {
    ...{ name: "Dolos' copies in Elm", ending: ".elm", programs },
    isCopied: (one, other) => one !== "Different" && other !== "Different",
  };
}

function filesIn(folder: string, ending: string): Program[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ id: name.slice(0, -ending.length), content: readFileSync(join(folder, name), "utf8") }))
    .sort(byId);
}

const byId = (one: Program, other: Program): number => (one.id < other.id ? -1 : 1);

function jplagFigures(folder: string, name: string): (one: string, other: string) => number {
  const [{ tests }] = JSON.parse(readFileSync(join(folder, JPLAG, `results/${name}.json`), "utf8")) as [
    { tests: Record<string, { maximum_similarity: number }> },
  ];
  const of = new Map(
    Object.entries(tests).map(([pair, figures]) => [keyOf(...pairIn(pair.split("-"))), figures.maximum_similarity]),
  );
  return (one, other) => of.get(keyOf(one, other))!;
}

const pairIn = (parts: readonly string[]): [string, string] => [parts[0] ?? "", parts[1] ?? ""];

/** The same for both orders. */
export const keyOf = (one: string, other: string): string => [one, other].sort().join(" ");
