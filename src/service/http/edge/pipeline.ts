/**
 * One request of a connection at a time. Node reads all that a client has sent, and gives every request of it to the
 * handler at once: a client that leaves without reading would have thousands worked on.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Shares } from "../../../base/lists/shares.ts";
import { PIPELINED_REQUESTS_MAX } from "../request/limits.ts";
import { oneClient } from "../serve/forwarded.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface Pipeline {
  /** Who holds the places: a socket that is gone has no address. */
  readonly client: string;
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/** What a parser is given at once: a client that sends one request after the other sends less, except for bodies. */
const SLICE_BYTES = 8 * 1024;

/**
 * Lets Node's parser read a connection slice by slice, until the connection is paused. Else it makes all requests of a
 * read, 64 KiB, before the first is answered: 3,600 of a client that opens a connection for each read.
 */
export function readInSlices(socket: Socket): void {
  const parsers = socket.listeners("data");
  socket.removeAllListeners("data");
  socket.on("data", (bytes: Buffer) => {
    for (let from = 0; from < bytes.length && !socket.destroyed; from += SLICE_BYTES) {
      if (socket.isPaused()) {
        socket.unshift(bytes.subarray(from));
        return;
      }
      for (const parse of parsers) parse.call(socket, bytes.subarray(from, from + SLICE_BYTES));
    }
  });
}

/**
 * Starts a request once the response before it on its connection has ended. Those behind it are left in the network,
 * except for what was parsed together with it; none is started once the connection is gone.
 */
export function oneAtATime(answer: Listener): Listener {
  const pipelines = new WeakMap<Socket, Pipeline>();
  const places = new Shares(PIPELINED_REQUESTS_MAX);

  function start(request: IncomingMessage, response: ServerResponse, pipeline: Pipeline): void {
    const { socket } = request;
    // In a turn of its own: else a client with thousands of requests would keep all others from being read.
    response.once("close", () => setImmediate(goOn, socket, pipeline));
    answer(request, response);
  }

  function goOn(socket: Socket, pipeline: Pipeline): void {
    const { client, waiting } = pipeline;
    // A response that ends its connection has ended its writing.
    const begun = socket.writable ? waiting.splice(0, 1) : [];
    const dropped = socket.writable ? [] : waiting.splice(0);
    for (const _ of [...begun, ...dropped]) places.give(client);
    if (begun.length === 0) pipelines.delete(socket);
    // What follows is read again: the body of the last one, and that its client has left.
    if (waiting.length === 0) socket.resume();
    for (const [request, response] of begun) start(request, response, pipeline);
  }

  return (request, response) => {
    const { socket } = request;
    const pipeline = pipelines.get(socket);
    if (pipeline === undefined) {
      const begun = { client: oneClient(socket.remoteAddress ?? ""), waiting: [] };
      pipelines.set(socket, begun);
      start(request, response, begun);
    } else if (places.take(pipeline.client)) {
      pipeline.waiting.push([request, response]);
      socket.pause();
    } else socket.destroy();
  };
}
