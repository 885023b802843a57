/**
 * Object storage in this process, on a loopback port: what of S3 a corpus uses, without signatures, for demonstrations that need no
 * program besides Node. What is right is tested against a real server (`s3.ts`).
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { serveFile } from "./static.ts";

const BUCKET = "corpora";
const CREDENTIALS = { accessKeyId: "test", secretAccessKey: "test-secret" };

/** Starts it, empty. */
export async function startMemoryS3() {
  const objects = new Map<string, Uint8Array>();
  const uploads = new Map<string, Map<number, Uint8Array>>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://localhost");
    const key = decodeURIComponent(pathname.slice(`/${BUCKET}/`.length));
    const upload = uploads.get(searchParams.get("uploadId") ?? "");
    if (request.method === "GET" && key === "") return listed(objects, searchParams.get("prefix") ?? "", response);
    if (request.method === "GET" || request.method === "HEAD")
      return serveFile(objects.get(key), request.headers.range, response);
    const body = await bodyOf(request);
    if (request.method === "DELETE") {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (searchParams.has("uploads")) {
      const id = `upload-${uploads.size}`;
      uploads.set(id, new Map());
      return response.writeHead(200).end(`<Result><UploadId>${id}</UploadId></Result>`);
    }
    if (request.method === "PUT" && upload !== undefined) {
      upload.set(Number(searchParams.get("partNumber")), body);
      return response.writeHead(200, { etag: tagOf(body) }).end();
    }
    return store(key, upload === undefined ? body : joined(upload), request, response);
  });
  const store = (key: string, bytes: Uint8Array, { headers }: IncomingMessage, response: ServerResponse) => {
    const there = objects.get(key);
    const wanted = headers["if-match"];
    const isRefused =
      (headers["if-none-match"] === "*" && there !== undefined) ||
      (wanted !== undefined && (there === undefined || tagOf(there) !== wanted));
    if (isRefused) return response.writeHead(412).end("<Error><Code>PreconditionFailed</Code></Error>");
    objects.set(key, bytes);
    return response.writeHead(200, { etag: tagOf(bytes) }).end("<Result></Result>");
  };
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    bucket: BUCKET,
    options: { endpoint: url, region: "us-east-1", credentials: CREDENTIALS },
    /** Variables of the environment by which programs reach it. */
    env: {
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      AWS_ENDPOINT_URL: url,
      AWS_REGION: "us-east-1",
    },
    close: () => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections()),
  };
}

/** As `serveFile` tells it. */
const tagOf = (bytes: Uint8Array): string => `"${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}"`;

const joined = (parts: ReadonlyMap<number, Uint8Array>): Uint8Array =>
  Buffer.concat([...parts].sort(([one], [other]) => one - other).map(([, bytes]) => bytes));

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

function listed(objects: ReadonlyMap<string, Uint8Array>, prefix: string, response: ServerResponse): void {
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("");
  response.writeHead(200).end(`<Result><IsTruncated>false</IsTruncated>${contents}</Result>`);
}
