/**
 * What an ONNX file holds: its nodes, and its tensors as bytes. Only what weights need of the format is read
 * (https://onnx.ai/onnx/repo-docs/IR.html), and nothing is computed.
 */

interface OnnxTensor {
  shape: number[];
  /** A number of ONNX: 1 floats, 3 integers of 8 bits, 7 of 64. */
  type: number;
  bytes: Uint8Array;
}

export interface OnnxNode {
  operator: string;
  inputs: string[];
  outputs: string[];
  /** Numbers of each attribute. */
  attributes: Map<string, number[]>;
}

export interface OnnxGraph {
  nodes: OnnxNode[];
  tensors: Map<string, OnnxTensor>;
  outputs: string[];
}

export const FLOATS = 1;
export const INTEGERS_8 = 3;
export const INTEGERS_64 = 7;

/** @throws RangeError, TypeError where the bytes are no such file */
export function readGraph(bytes: Uint8Array): OnnxGraph {
  const graph: OnnxGraph = { nodes: [], tensors: new Map(), outputs: [] };
  // A Buffer of Node has a `slice` that copies nothing.
  for (const [field, value] of fieldsOf(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    if (field !== 7) continue;
    for (const [part, of] of fieldsOf(value as Uint8Array)) {
      if (part === 1) graph.nodes.push(nodeOf(of as Uint8Array));
      if (part === 5) graph.tensors.set(...tensorOf(of as Uint8Array));
      if (part === 12) graph.outputs.push(nameIn(of as Uint8Array, 1));
    }
  }
  return graph;
}

function nodeOf(bytes: Uint8Array): OnnxNode {
  const node: OnnxNode = { operator: nameIn(bytes, 4), inputs: [], outputs: [], attributes: new Map() };
  for (const [field, value] of fieldsOf(bytes)) {
    if (field === 1) node.inputs.push(text(value));
    if (field === 2) node.outputs.push(text(value));
    if (field === 5) {
      const numbers: number[] = [];
      for (const [part, of] of fieldsOf(value as Uint8Array))
        if (part === 2) numbers.push(floats(of as Uint8Array)[0]!);
        else if (part === 3 || part === 8) numbers.push(...integersIn(of));
      node.attributes.set(nameIn(value as Uint8Array, 1), numbers);
    }
  }
  return node;
}

function tensorOf(bytes: Uint8Array): [name: string, OnnxTensor] {
  const tensor: OnnxTensor = { shape: [], type: 0, bytes: new Uint8Array() };
  for (const [field, value] of fieldsOf(bytes)) {
    if (field === 1) tensor.shape.push(...integersIn(value));
    if (field === 2) tensor.type = value as number;
    if (field === 9) tensor.bytes = value as Uint8Array;
  }
  return [nameIn(bytes, 8), tensor];
}

function nameIn(bytes: Uint8Array, field: number): string {
  for (const [number, value] of fieldsOf(bytes)) if (number === field) return text(value);
  return "";
}

const text = (value: number | Uint8Array): string => new TextDecoder().decode(value as Uint8Array);

/** The same bytes as floats, where they may begin at any address. */
export const floats = (bytes: Uint8Array): Float32Array => new Float32Array(bytes.slice().buffer);

/** Fields of a message of protocol buffers: a number, or bytes. @throws RangeError where it is none */
function* fieldsOf(bytes: Uint8Array): Generator<[field: number, value: number | Uint8Array]> {
  const at = { place: 0 };
  while (at.place < bytes.length) {
    const tag = integerAt(bytes, at);
    const kind = tag % 8;
    const field = Math.floor(tag / 8);
    if (kind === 0) yield [field, integerAt(bytes, at)];
    else {
      const end = (kind === 1 ? 8 : kind === 5 ? 4 : kind === 2 ? integerAt(bytes, at) : Number.NaN) + at.place;
      if (!(end >= at.place && end <= bytes.length)) throw new RangeError("no message of protocol buffers");
      yield [field, bytes.subarray(at.place, end)];
      at.place = end;
    }
  }
}

/** Of 7 bits a byte, lowest first, 64 in all, from `at`, which moves behind it; inexact beyond 2^53. */
function integerAt(bytes: Uint8Array, at: { place: number }): number {
  for (let value = 0n, bit = 0n; at.place < bytes.length && bit < 70n; bit += 7n) {
    const byte = bytes[at.place++]!;
    value += BigInt(byte & 0x7f) << bit;
    if (byte < 0x80) return Number(BigInt.asIntN(64, value));
  }
  throw new RangeError("no message of protocol buffers");
}

/** One integer, or several packed. */
function integersIn(bytes: number | Uint8Array): number[] {
  if (typeof bytes === "number") return [bytes];
  const integers: number[] = [];
  for (const at = { place: 0 }; at.place < bytes.length; ) integers.push(integerAt(bytes, at));
  return integers;
}
