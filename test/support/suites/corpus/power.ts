/**
 * The content of a disk after a power loss, for a folder of the real file system: records system calls and replays them on a model of a
 * disk that loses everything that was not synced.
 *
 *   a file's bytes      are durable after its fsync; before, all, half or none of them exist
 *   a name in a folder  created, moved or removed, is durable after the folder's fsync; before, each change may be lost
 */
import { basename, dirname, resolve } from "node:path";

type FileSystem = typeof import("node:fs");

/** A change of a name that is not synced yet. */
interface Loose {
  name: string;
  before: Node | undefined;
  after: Node | undefined;
}

class Node {
  bytes: Uint8Array = new Uint8Array();
  synced: Uint8Array = new Uint8Array();
  /** Names in a folder. */
  readonly entries: Map<string, Node> | undefined;
  loose: Loose[] = [];

  constructor(kind: "file" | "folder") {
    this.entries = kind === "folder" ? new Map() : undefined;
  }

  set(name: string, after: Node | undefined): void {
    this.loose.push({ name, before: this.entries!.get(name), after });
    if (after === undefined) this.entries!.delete(name);
    else this.entries!.set(name, after);
  }
}

export type Files = Map<string, Uint8Array>;

/** The part of written but unsynced bytes that exists. */
const TORN = [
  ({ synced }: Node) => synced,
  ({ bytes }: Node) => bytes,
  ({ bytes, synced }: Node) =>
    bytes.length > synced.length ? bytes.slice(0, (bytes.length + synced.length) >> 1) : synced,
  ({ bytes, synced }: Node) =>
    bytes.length > synced.length ? bytes.map((byte, i) => (i < synced.length ? byte : 0)) : synced,
];

export class Disk {
  readonly #top = new Node("folder");
  readonly #root: string;

  /** @param root an existing, durable folder */
  constructor(root: string) {
    this.#root = resolve(root);
  }

  #at(path: string): Node | undefined {
    let node: Node | undefined = this.#top;
    const below = resolve(path).slice(this.#root.length + 1);
    for (const part of below === "" ? [] : below.split("/")) node = node?.entries?.get(part);
    return node;
  }

  create(path: string): Node {
    const node = new Node("file");
    this.#at(dirname(path))!.set(basename(path), node);
    return node;
  }

  makeFolders(path: string): void {
    if (this.#at(path) !== undefined) return;
    this.makeFolders(dirname(path));
    this.#at(dirname(path))!.set(basename(path), new Node("folder"));
  }

  remove(path: string): void {
    if (this.#at(path) !== undefined) this.#at(dirname(path))!.set(basename(path), undefined);
  }

  rename(from: string, to: string): void {
    const node = this.#at(from)!;
    this.#at(dirname(to))!.set(basename(to), node);
    this.#at(dirname(from))!.set(basename(from), undefined);
  }

  write(node: Node, bytes: Uint8Array): void {
    const grown = new Uint8Array(node.bytes.length + bytes.length);
    grown.set(node.bytes);
    grown.set(bytes, node.bytes.length);
    node.bytes = grown;
  }

  sync(node: Node): void {
    if (node.entries === undefined) node.synced = node.bytes;
    node.loose = [];
  }

  node(path: string): Node {
    return this.#at(path)!;
  }

  /** The possible states after a power loss: all changes lost, none lost, each one lost alone, each one made alone. */
  crashes(): Files[] {
    const loose: Loose[] = [];
    const visit = (node: Node) => {
      loose.push(...node.loose);
      const children = new Set([
        ...node.entries!.values(),
        ...node.loose.flatMap(({ before }) => (before === undefined ? [] : [before])),
      ]);
      for (const child of children) if (child.entries !== undefined) visit(child);
    };
    visit(this.#top);
    const lost = [new Set(loose), new Set<Loose>()];
    for (const one of loose) lost.push(new Set([one]), new Set(loose.filter((other) => other !== one)));
    return lost.flatMap((changes) => TORN.map((torn) => this.#without(changes, torn)));
  }

  #without(lost: ReadonlySet<Loose>, torn: (node: Node) => Uint8Array): Files {
    const files: Files = new Map();
    const visit = (node: Node, path: string) => {
      const entries = new Map(node.entries);
      for (const { name, before } of node.loose.filter((one) => lost.has(one)).reverse()) {
        if (before === undefined) entries.delete(name);
        else entries.set(name, before);
      }
      for (const [name, child] of entries) {
        const at = path === "" ? name : `${path}/${name}`;
        if (child.entries !== undefined) visit(child, at);
        else files.set(at, torn(child));
      }
    };
    visit(this.#top, "");
    return files;
  }
}

/** Handlers of system calls that change something. */
export interface Ears {
  /** Called before a system call; a thrown error becomes the error of the call. */
  before?: (call: string) => void;
  /** Called after a system call, with the states that a power loss would leave. */
  after?: (disk: Disk, call: string) => void;
  /** Maximum bytes that one call writes: the system may write less than requested. */
  writesMax?: number;
}

/**
 * Runs `work` and observes each system call that changes something below `root`.
 *
 * @returns number of calls
 */
export async function listening(
  root: string,
  { before, after, writesMax }: Ears,
  work: () => Promise<void>,
): Promise<number> {
  const fs = process.getBuiltinModule("node:fs");
  const disk = new Disk(root);
  const open = new Map<number, Node>();
  let calls = 0;
  const told = (call: string) => {
    calls++;
    after?.(disk, call);
  };
  const isBelow = (path: unknown): path is string =>
    typeof path === "string" && resolve(path).startsWith(resolve(root));
  const own: Partial<FileSystem> = {
    mkdirSync: ((path: string, options: object) => {
      if (isBelow(path) && !real.existsSync(path)) before?.(`mkdir ${path}`);
      const made = real.mkdirSync(path, options);
      if (isBelow(path)) disk.makeFolders(path);
      if (isBelow(path)) told(`mkdir ${path}`);
      return made;
    }) as FileSystem["mkdirSync"],
    openSync: ((path: string, flags: string) => {
      const isNew = !real.existsSync(path);
      if (isNew && flags !== "r" && isBelow(path)) before?.(`create ${path}`);
      const descriptor = real.openSync(path, flags);
      if (!isBelow(path)) return descriptor;
      if (isNew) disk.create(path);
      open.set(descriptor, disk.node(path));
      if (isNew) told(`create ${path}`);
      return descriptor;
    }) as FileSystem["openSync"],
    writeSync: ((descriptor: number, bytes: Uint8Array, offset: number, length: number) => {
      if (open.has(descriptor)) before?.(`write ${length}`);
      const written = real.writeSync(descriptor, bytes, offset, Math.min(length, writesMax ?? length));
      const node = open.get(descriptor);
      if (node === undefined) return written;
      disk.write(node, bytes.slice(offset, offset + written));
      told(`write ${written}`);
      return written;
    }) as FileSystem["writeSync"],
    fsyncSync(descriptor) {
      if (open.has(descriptor)) before?.("fsync");
      real.fsyncSync(descriptor);
      const node = open.get(descriptor);
      if (node !== undefined) disk.sync(node);
      if (node !== undefined) told("fsync");
    },
    closeSync(descriptor) {
      real.closeSync(descriptor);
      open.delete(descriptor);
    },
    renameSync: ((from: string, to: string) => {
      if (isBelow(from)) before?.(`rename ${from} ${to}`);
      real.renameSync(from, to);
      if (!isBelow(from)) return;
      disk.rename(from, to);
      told(`rename ${from} ${to}`);
    }) as FileSystem["renameSync"],
    rmSync: ((path: string, options: object) => {
      if (isBelow(path) && real.existsSync(path)) before?.(`remove ${path}`);
      real.rmSync(path, options);
      if (!isBelow(path)) return;
      disk.remove(path);
      told(`remove ${path}`);
    }) as FileSystem["rmSync"],
    rmdirSync: ((path: string) => {
      real.rmdirSync(path);
      if (!isBelow(path)) return;
      disk.remove(path);
      told(`rmdir ${path}`);
    }) as FileSystem["rmdirSync"],
  };
  const names = Object.keys(own) as (keyof FileSystem)[];
  const real = { ...fs };
  Object.assign(fs, own);
  try {
    await work();
    return calls;
  } finally {
    Object.assign(fs, Object.fromEntries(names.map((name) => [name, real[name]])));
  }
}

/** The files below a folder, by relative name. */
export function below(files: Files, folder: string): Files {
  const own: Files = new Map();
  for (const [name, bytes] of files) if (name.startsWith(`${folder}/`)) own.set(name.slice(folder.length + 1), bytes);
  return own;
}
