/**
 * A folder of weights as PyTorch exports a BERT: two layers of 32 numbers in one head, and the letters of ASCII as word pieces. Made of a
 * seed, so that every runtime has it.
 */
const WIDTH = 32;
const INNER = 48;
const LAYERS = 2;
const PLACES = 24;
const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
const WORDS = ["the", "whale", "shop", "open", "##s", "##ing", "。", "京", "cafe"];

/**
 * @param change of what the graph says: `epsilons` of its norms, more `operators` behind it, other `constants` or `axes`, and
 *   `wires`: which value is used in place of another
 * @returns files by name
 */
export async function tinyBert(change = {}) {
  const letters = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter((one) => !/[A-Z]/.test(one));
  const pieces = [...SPECIAL, ...letters, ...letters.map((letter) => `##${letter}`), ...WORDS];
  const files = {
    "model.onnx": model(pieces.length, change),
    "tokenizer.json": tokenizer(pieces),
    "tokenizer_config.json": "{}",
  };
  const bytes = Object.fromEntries(
    Object.entries(files).map(([name, file]) => [
      name,
      typeof file === "string" ? new TextEncoder().encode(file) : file,
    ]),
  );
  const hashes = Object.entries(bytes).map(async ([name, file]) => [name, await sha256(file)]);
  const about = {
    format: "spolia-encoder-1",
    name: "tiny",
    languages: ["en"],
    dimensions: WIDTH,
    pooling: "mean",
    prefix: "",
    tokens_max: PLACES,
    files: Object.fromEntries(await Promise.all(hashes)),
    ...change.about,
  };
  return { ...bytes, "encoder.json": new TextEncoder().encode(JSON.stringify(about)) };
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function tokenizer(pieces) {
  const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  const at = (id) => ({ SpecialToken: { id, type_id: 0 } });
  return JSON.stringify({
    added_tokens: SPECIAL.map((content, id) => ({ id, content, ...flags })),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [at("[CLS]"), { Sequence: { id: "A", type_id: 0 } }, at("[SEP]")],
    },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
    },
  });
}

/** The graph, with what decides what is computed; shapes are numbers that the exporter would compute. */
class Graph {
  parts = [];
  /** Values by what they are in the first layer, for wires that are crossed in the last. */
  values = {};
  #state = 7;
  #names = 0;

  /** From -128 to 127. */
  #drawn() {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) >>> 0;
    return ((this.#state >>> 16) & 0xff) - 128;
  }

  node(operator, inputs, { epsilon, perm, axis } = {}) {
    const output = `value_${this.#names++}`;
    const named = (name, value) => field(5, [...field(1, name), ...value]);
    this.parts.push(
      ...field(1, [
        ...inputs.flatMap((name) => field(1, name)),
        ...field(2, output),
        ...field(4, operator),
        // 21: field 2, a float of four bytes.
        ...(epsilon === undefined ? [] : named("epsilon", [21, ...floatBytes([epsilon])])),
        ...(perm === undefined
          ? []
          : named(
              "perm",
              perm.flatMap((one) => field(8, one)),
            )),
        ...(axis === undefined ? [] : named("axis", field(3, axis))),
      ]),
    );
    return output;
  }

  number(value) {
    return this.tensor(`number_${this.#names++}`, 1, [], floatBytes([value]));
  }

  /** A value that goes on, or another in its place. */
  wired(name, value, wires) {
    this.values[name] ??= value;
    return this.values[wires?.[name]] ?? value;
  }

  tensor(name, type, shape, bytes) {
    this.parts.push(
      ...field(5, [
        ...shape.flatMap((size) => field(1, size)),
        ...field(2, type),
        ...field(8, name),
        ...field(9, bytes),
      ]),
    );
    return name;
  }

  floats(name, length, of) {
    return this.tensor(name, 1, [length], floatBytes(Array.from({ length }, () => of(this.#drawn()))));
  }

  integers(name, values) {
    const bytes = values.flatMap((value) => [value & 0xff, ...Array.from({ length: 7 }, () => (value < 0 ? 0xff : 0))]);
    return this.tensor(name, 7, [values.length], bytes);
  }

  /** Integers of 8 bits × scales: one of each column, or of each row. */
  quantised(rows, width, axis, scale) {
    const name = `weights_${this.#names++}`;
    this.tensor(
      name,
      3,
      [rows, width],
      Array.from({ length: rows * width }, () => this.#drawn() & 0xff),
    );
    const scales = Array.from({ length: axis === 0 ? rows : width }, () => scale * (1 + this.#drawn() / 512));
    this.tensor(`${name}_scale`, 1, axis === 0 ? [rows, 1] : [1, width], floatBytes(scales));
    return this.node("Mul", [this.node("Cast", [name]), `${name}_scale`]);
  }

  linear(input, rows, width, bias) {
    const product = this.node("MatMul", [input, this.quantised(rows, width, 1, 0.003)]);
    return this.node("Add", [product, this.floats(bias, width, (drawn) => drawn / 500)]);
  }

  norm(input, name, epsilon) {
    const gains = this.floats(`${name}.weight`, WIDTH, (drawn) => 1 + drawn / 400);
    return this.node("LayerNormalization", [input, gains, this.floats(`${name}.bias`, WIDTH, (drawn) => drawn / 800)], {
      epsilon,
    });
  }
}

const CONSTANTS = { scale: 32 ** -0.25, root: Math.SQRT2, one: 1, half: 0.5, kept: 0, masked: -3e38, firstPlace: 0 };
const AXES = { heads: [0, 2, 1, 3], keys: [0, 2, 3, 1], joined: [0, 2, 1, 3], softmax: 3, rows: 0 };

function model(tokens, { epsilons = [1e-12], operators = [], wires, ...change }) {
  const graph = new Graph();
  const constants = { ...CONSTANTS, ...change.constants };
  const axes = { ...AXES, ...change.axes };
  const number = Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, graph.number(value)]));
  const numbers = Array.from({ length: PLACES }, (_, i) => i + constants.firstPlace);
  const from = graph.integers("from", [0]);
  const places = graph.node("Slice", [graph.integers("place_numbers", numbers), from, from]);
  const table = (rows, ids) => graph.node("Gather", [graph.quantised(rows, WIDTH, 0, 0.002), ids], { axis: axes.rows });
  const [ofTokens, ofTypes, ofPlaces] = [table(tokens, "input_ids"), table(2, "token_type_ids"), table(PLACES, places)];
  const [types, last] = wires?.types === "places" ? [ofPlaces, ofTypes] : [ofTypes, ofPlaces];
  const sum = graph.node("Add", [graph.node("Add", [ofTokens, types]), last]);
  let x = graph.norm(sum, "embeddings.LayerNorm", epsilons[0]);
  const mask = graph.node("Where", [graph.node("Cast", ["attention_mask"]), number.kept, number.masked]);
  const heads = graph.integers("heads", [0, 0, -1, WIDTH]);
  const joined = graph.integers("joined", [0, 0, -1]);
  for (let i = 0; i < LAYERS; i++) {
    const base = `encoder.layer.${i}.`;
    // The first layer is sound; wires are crossed in the last.
    const wired = (name, value) => graph.wired(name, value, i === LAYERS - 1 ? wires : undefined);
    const turned = (side, perm) => {
      const made = graph.linear(wired(`${side} input`, x), WIDTH, WIDTH, `${base}attention.self.${side}.bias`);
      return graph.node("Transpose", [graph.node("Reshape", [made, heads])], { perm });
    };
    const scaled = (value) => graph.node("Mul", [value, number.scale]);
    const query = turned("query", axes.heads);
    const key = turned("key", axes.keys);
    const value = turned("value", axes.heads);
    const [left, right] = wires?.query === "key" ? [key, query] : [query, key];
    const scores = graph.node("Add", [graph.node("MatMul", [scaled(left), scaled(right)]), mask]);
    const shares = graph.node("Softmax", [scores], { axis: axes.softmax });
    const known = graph.node("Where", [graph.node("IsNaN", [shares]), number.kept, wired("shares", shares)]);
    const taken = graph.node("MatMul", [known, wired("value", value)]);
    const together = graph.node("Reshape", [graph.node("Transpose", [taken], { perm: axes.joined }), joined]);
    const attended = graph.linear(together, WIDTH, WIDTH, `${base}attention.output.dense.bias`);
    const y = graph.norm(
      graph.node("Add", [attended, wired("beside attention", x)]),
      `${base}attention.output.LayerNorm`,
      epsilons[0],
    );
    const widened = graph.linear(y, WIDTH, INNER, `${base}intermediate.dense.bias`);
    const erf = graph.node("Erf", [graph.node("Div", [widened, number.root])]);
    const gate = graph.node("Mul", [number.half, graph.node("Add", [erf, number.one])]);
    const gated = graph.node("Mul", [wired("gated", widened), gate]);
    const narrowed = graph.linear(gated, INNER, WIDTH, `${base}output.dense.bias`);
    const z = graph.node("Add", [narrowed, wired("beside gate", y)]);
    x = graph.norm(z, `${base}output.LayerNorm`, epsilons.at(-1));
  }
  for (const operator of operators) x = graph.node(operator, [x]);
  graph.parts.push(...field(12, field(1, x)));
  return Uint8Array.from(field(7, graph.parts));
}

const floatBytes = (values) => [...new Uint8Array(Float32Array.from(values).buffer)];

/** A field of a message of protocol buffers: a number, text or bytes. */
function field(number, value) {
  if (typeof value === "number") return [...varint(8 * number), ...varint(value)];
  const bytes = typeof value === "string" ? [...new TextEncoder().encode(value)] : value;
  return [...varint(8 * number + 2), ...varint(bytes.length), ...bytes];
}

function varint(value) {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) + 0x80);
  return [...bytes, value];
}
