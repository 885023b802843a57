/** A time-stamp authority on this machine: `openssl ts` behind a real server, with certificates that openssl makes. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

const openssl = (cwd: string, ...args: string[]) => execFileSync("openssl", args, { cwd, stdio: "pipe" });

const CONFIG = `
[ req ]
distinguished_name = name
prompt = no
[ name ]
CN = test
[ ca ]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[ tsa ]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[ lax ]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = timeStamping
[ plain ]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
[ both ]
basicConstraints = critical,CA:FALSE
extendedKeyUsage = critical,timeStamping,codeSigning
[ authority ]
database = index.txt
serial = ca.serial
new_certs_dir = .
default_md = sha256
policy = any
[ any ]
commonName = supplied
[ tsa_config ]
serial = tsa.serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1, millisecs:500
ess_cert_id_chain = no
ess_cert_id_alg = sha256
clock_precision_digits = 3
tsa_name = no
ordering = no
[ old_ess ]
serial = tsa.serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha1
`;

const P_256 = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];

export type Usage = "tsa" | "lax" | "plain" | "both";

/** Certificates in a folder: a root, and one of the authority below it. */
export interface Certificates {
  folder: string;
  /** PEM of the root. */
  root: string;
}

interface CertificateOptions {
  usage?: Usage;
  /** Key of the authority: P-256 when absent. */
  key?: string[];
  /** From and to, as `openssl ca` takes them. */
  validity?: [from: string, to: string];
}

export function makeCertificates(folder: string, options: CertificateOptions = {}): Certificates {
  const { usage = "tsa", key = P_256, validity } = options;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "x.cnf"), CONFIG);
  for (const [name, text] of [
    ["index.txt", ""],
    ["ca.serial", "01\n"],
    ["tsa.serial", "01\n"],
  ] as const)
    writeFileSync(join(folder, name), text);
  const config = ["-config", "x.cnf"];
  const root = ["-keyout", "root.key", "-out", "root.pem", "-subj", "/CN=Root of tests", "-extensions", "ca"];
  openssl(folder, "req", "-x509", ...P_256, "-nodes", "-days", "3650", ...root, ...config);
  const own = ["-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/CN=Authority of tests"];
  openssl(folder, "req", "-new", ...key, "-nodes", ...own, ...config);
  const dates = validity === undefined ? ["-days", "3650"] : ["-startdate", validity[0], "-enddate", validity[1]];
  const by = ["-name", "authority", "-cert", "root.pem", "-keyfile", "root.key", "-extensions", usage];
  openssl(folder, "ca", "-batch", "-notext", ...config, ...by, ...dates, "-in", "tsa.csr", "-out", "tsa.pem");
  return { folder, root: readFileSync(join(folder, "root.pem"), "utf8") };
}

/** Has the signer's certificate come from an intermediate one, `middle.pem`, that a root signed. */
export function certifiedBy(root: Certificates, { folder }: Certificates, purpose: string): void {
  const own = ["-keyout", "middle.key", "-out", "middle.csr", "-subj", "/CN=Middle of tests", "-config", "x.cnf"];
  openssl(folder, "req", "-new", ...P_256, "-nodes", ...own);
  const authority = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n";
  writeFileSync(join(folder, "middle.ext"), authority + purpose);
  const byRoot = ["-CA", join(root.folder, "root.pem"), "-CAkey", join(root.folder, "root.key"), "-set_serial", "77"];
  const middle = ["-in", "middle.csr", "-extfile", "middle.ext", "-out", "middle.pem", "-days", "3000"];
  openssl(folder, "x509", "-req", ...middle, ...byRoot);
  const signer = "basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\n";
  writeFileSync(join(folder, "tsa.ext"), `${signer}extendedKeyUsage=critical,timeStamping\n`);
  const byMiddle = ["-CA", "middle.pem", "-CAkey", "middle.key", "-set_serial", "5", "-days", "3000"];
  openssl(folder, "x509", "-req", "-in", "tsa.csr", "-extfile", "tsa.ext", "-out", "tsa.pem", ...byMiddle);
}

/** The reply of `openssl ts` to a query, in DER. */
export function replyOf(
  { folder }: Certificates,
  query: Uint8Array,
  section = "tsa_config",
  more: readonly string[] = [],
): Buffer {
  writeFileSync(join(folder, "query.tsq"), query);
  const by = ["-signer", "tsa.pem", "-inkey", "tsa.key", "-section", section, "-config", "x.cnf", ...more];
  openssl(folder, "ts", "-reply", "-queryfile", "query.tsq", "-out", "reply.tsr", ...by);
  return readFileSync(join(folder, "reply.tsr"));
}

/** The same time, signed by a certificate with which `openssl ts` itself would not sign: as `openssl cms` signs it. */
export function resigned({ folder }: Certificates, info: Uint8Array, ...options: string[]): Buffer {
  writeFileSync(join(folder, "info.der"), info);
  const what = ["-in", "info.der", "-econtent_type", "1.2.840.113549.1.9.16.1.4", "-binary", "-nodetach"];
  const by = ["-signer", "tsa.pem", "-inkey", "tsa.key", "-md", "sha256", "-nosmimecap", ...options];
  openssl(folder, "cms", "-sign", ...what, ...by, "-outform", "DER", "-out", "token.der");
  return readFileSync(join(folder, "token.der"));
}

export type Answering = (query: Buffer, response: ServerResponse, request: IncomingMessage) => void;

export async function openAuthority(answer: Answering) {
  const queries: { type: string | undefined; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      queries.push({ type: request.headers["content-type"], body });
      try {
        answer(body, response, request);
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`;
  return {
    ...{ url, queries },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export const replying =
  (certificates: Certificates, section?: string, more?: readonly string[]): Answering =>
  (query, response) =>
    response
      .writeHead(200, { "content-type": "application/timestamp-reply" })
      .end(replyOf(certificates, query, section, more));
