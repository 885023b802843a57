/** A host on loopback that answers in every protocol: it knows one text by heart, and finds every third word unlikely. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Document = Record<string, unknown>;

export interface ModelHost {
  url: string;
  close(): void;
}

export async function startModelHost(known: string): Promise<ModelHost> {
  const knownWords = known.split(/\s+/);
  /** What follows the prefix in the text that is known, else words of nothing. */
  const next = (prefix: string): string => {
    const last = prefix.trim().split(/\s+/).slice(-4);
    const at = knownWords.findIndex((_, i) => last.every((word, k) => knownWords[i + k] === word));
    const said = at < 0 ? Array.from({ length: 12 }, (_, i) => `nothing${i}`) : knownWords.slice(at + 4, at + 16);
    return ` ${said.join(" ")}`;
  };
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const answer = answerTo(incoming.url!, JSON.parse(Buffer.concat(chunks).toString("utf8")), next);
    outgoing.writeHead(answer === null ? 404 : 200, {
      "content-type": "application/json",
      "x-request-id": "made-for-a-fixture",
    });
    outgoing.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

function answerTo(path: string, body: Document, next: (prefix: string) => string): Document | null {
  if (path === "/v1/completions") return completions(body, next);
  if (path === "/v1/chat/completions") {
    const message = { role: "assistant", content: next(lastMessage(body)) };
    return {
      choices: [{ index: 0, message, finish_reason: "length" }],
      usage: { prompt_tokens: 9, completion_tokens: 12 },
    };
  }
  if (path === "/completion")
    return { content: next(body["prompt"] as string), stop_type: "limit", tokens_evaluated: 9, tokens_predicted: 12 };
  if (path === "/v1/messages")
    return {
      content: [{ type: "text", text: next(lastMessage(body)) }],
      ...{ stop_reason: "max_tokens", usage: { input_tokens: 9, output_tokens: 12 } },
    };
  if (path.endsWith(":generateContent")) {
    const [{ parts }] = body["contents"] as [{ parts: [{ text: string }] }];
    return {
      candidates: [{ content: { parts: [{ text: next(parts[0].text) }] }, finishReason: "MAX_TOKENS" }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 12 },
    };
  }
  return null;
}

const lastMessage = (body: Document): string => (body["messages"] as { content: string }[]).at(-1)!.content;
const piecesOf = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];
const logprobOf = (piece: string, at: number): number => -((piece.length % 7) + (at % 3 === 0 ? 4 : 1)) / 4;

function completions(body: Document, next: (prefix: string) => string): Document {
  const {
    prompt,
    n = 1,
    echo,
    logprobs,
    prompt_logprobs,
  } = body as Record<string, never> & { prompt: string; n?: number };
  const said = next(prompt);
  const pieces = piecesOf(prompt);
  const top = (piece: string, at: number) => ({ [piece]: logprobOf(piece, at), " the": -3 });
  const choice: Document = { index: 0, text: echo ? `${prompt} x` : said, finish_reason: "length" };
  if (logprobs !== undefined) {
    const tokens = [...pieces, " x"];
    choice["logprobs"] = {
      tokens,
      token_logprobs: tokens.map((piece, at) => (at === 0 ? null : logprobOf(piece, at))),
      top_logprobs: tokens.map((piece, at) => (at === 0 ? null : top(piece, at))),
    };
  }
  if (prompt_logprobs !== undefined) {
    choice["prompt_token_ids"] = pieces.map((_, at) => 10 + at);
    choice["prompt_logprobs"] = pieces.map((piece, at) =>
      at === 0 ? null : { [10 + at]: { logprob: logprobOf(piece, at), rank: 2, decoded_token: piece } },
    );
  }
  const usage = { prompt_tokens: pieces.length, completion_tokens: 12 };
  return { choices: Array.from({ length: n as number }, (_, index) => ({ ...choice, index })), usage };
}
