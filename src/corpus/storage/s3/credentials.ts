/** Who signs requests to object storage: by the usual variables of the environment, and the usual files. */
import { builtinIfAny } from "../../../base/bytes/builtin.ts";
import { SpoliaError } from "../../../base/errors.ts";

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary credentials. */
  sessionToken?: string | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;
/** Settings of a profile: values by lower-case name. */
type ProfileSettings = ReadonlyMap<string, string>;

const variables = (): Variables => globalThis.process?.env ?? {};

/**
 * `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or else the profile `AWS_PROFILE` in `~/.aws/credentials` or
 * `~/.aws/config`. Read anew at each call, since temporary credentials are replaced there.
 *
 * @throws storage_failed where there are none
 */
export async function usualCredentials(): Promise<S3Credentials> {
  const env = variables();
  const inEnvironment = credentialsOf((name) => env[name.toUpperCase()]);
  if (inEnvironment !== null) return inEnvironment;
  const profile = profileSettings();
  const inFiles = credentialsOf((name) => profile.get(name));
  if (inFiles !== null) return inFiles;
  throw new SpoliaError("storage_failed", "There are no credentials for object storage.", {
    hint: "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE to a profile of ~/.aws/credentials, or pass the option credentials.",
  });
}

function credentialsOf(value: (name: string) => string | undefined): S3Credentials | null {
  const [accessKeyId, secretAccessKey] = [value("aws_access_key_id"), value("aws_secret_access_key")];
  if (!accessKeyId || !secretAccessKey) return null;
  return { accessKeyId, secretAccessKey, sessionToken: value("aws_session_token") || undefined };
}

/** A setting of the environment, or else of the profile in the usual files. */
export function setting(names: readonly string[], inProfile: readonly string[]): string | undefined {
  const env = variables();
  const set = names.map((name) => env[name]).find((value) => value);
  if (set !== undefined) return set;
  const profile = profileSettings();
  return inProfile.map((name) => profile.get(name)).find((value) => value);
}

/** What stands in the files for the profile in use; the file of credentials comes before that of other settings. */
function profileSettings(): ProfileSettings {
  const env = variables();
  const name = env["AWS_PROFILE"] || "default";
  const [fs, os, path] = [builtinIfAny("node:fs"), builtinIfAny("node:os"), builtinIfAny("node:path")];
  if (fs === undefined || os === undefined || path === undefined) return new Map();
  const read = (file: string) => {
    try {
      return fs.readFileSync(file, "utf8");
    } catch {
      return ""; // most machines have none
    }
  };
  const folder = path.join(os.homedir(), ".aws");
  const config = read(env["AWS_CONFIG_FILE"] || path.join(folder, "config"));
  const credentials = read(env["AWS_SHARED_CREDENTIALS_FILE"] || path.join(folder, "credentials"));
  const section = name === "default" ? ["default", "profile default"] : [`profile ${name}`];
  return new Map([...section.flatMap((one) => [...sectionOf(config, one)]), ...sectionOf(credentials, name)]);
}

/** The lines `name = value` below `[section]`. */
function sectionOf(file: string, section: string): ProfileSettings {
  const found = new Map<string, string>();
  let isWithin = false;
  for (const line of file.split(/\r?\n/)) {
    const heading = /^\s*\[\s*(.*?)\s*\]/.exec(line);
    if (heading !== null) isWithin = heading[1]!.replace(/\s+/, " ") === section;
    // An indented line belongs to the setting above it.
    const [, name, value] = /^([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isWithin && name !== undefined && value !== undefined) found.set(name.toLowerCase(), value);
  }
  return found;
}
