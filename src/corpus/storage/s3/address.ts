/** Where a bucket is: the address of requests to it. */

import { checkArguments, isRecord } from "../../../base/arguments.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { withoutEndSlashes } from "../../../base/slashes.ts";
import type { WebFolder } from "../http/files.ts";
import { setting } from "./credentials.ts";

export interface S3Place {
  /** The URL of the bucket, without a slash at its end. */
  bucketUrl: string;
  bucket: string;
  /** Begins each key: empty, or ends with a slash. */
  prefix: string;
  region: string;
  folder: WebFolder;
}

const REGION = "us-east-1";
const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/**
 * @param where `s3://bucket/prefix`
 * @throws invalid_request
 */
export function s3Place(where: unknown, given: { endpoint?: unknown; region?: unknown }): S3Place {
  const text = typeof where === "string" ? where : isRecord(where) ? String(where["href"]) : "";
  const [, bucket, rest = ""] = ADDRESS.exec(text) ?? [];
  const parts = rest.split("/").filter((part) => part !== "");
  if (bucket === undefined || parts.some((part) => part.startsWith("."))) {
    throw new SpoliaError("invalid_request", "This is no place in object storage.", {
      hint: "Write s3://bucket/prefix; the prefix is the folder of the corpus, and no part of it begins with a dot.",
    });
  }
  const endpoint = given.endpoint ?? setting(["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"], ["endpoint_url"]);
  const region = given.region ?? setting(["AWS_REGION", "AWS_DEFAULT_REGION"], ["region"]) ?? REGION;
  checkArguments("openS3Storage", [
    ["/options/region", typeof region === "string" && /^[\w-]+$/.test(region), "the name of a region"],
    ["/options/endpoint", endpoint === undefined || isEndpoint(endpoint), "an http: or https: URL without a password"],
  ]);
  const bucketUrl = bucketAt(bucket, region as string, endpoint as string | undefined);
  const prefix = parts.map((part) => `${part}/`).join("");
  const url = new URL(`${bucketUrl}/${parts.map(encodeURIComponent).join("/")}`);
  const label = `s3://${[bucket, ...parts].join("/")}`;
  const path = url.pathname.replace(/\/$/, "");
  return { bucketUrl, bucket, prefix, region: region as string, folder: { url, path, label } };
}

function isEndpoint(endpoint: unknown): boolean {
  if (typeof endpoint !== "string" || !URL.canParse(endpoint)) return false;
  const { protocol, username, password, search } = new URL(endpoint);
  return /^https?:$/.test(protocol) && username === "" && password === "" && search === "";
}

/** Amazon's own address names the bucket in the host; certificates do not cover names with dots there. */
function bucketAt(bucket: string, region: string, endpoint: string | undefined): string {
  if (endpoint !== undefined) return `${withoutEndSlashes(endpoint)}/${bucket}`;
  const host = `s3.${region}.amazonaws.com`;
  return bucket.includes(".") ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}
