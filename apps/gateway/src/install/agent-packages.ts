import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isOlderVersion } from "@crosspoint/domain";
import { isWhole } from "./whole.ts";

/** As `npm run package` names them. */
const fileName = /^crosspoint-agent-(\d{1,9}\.\d{1,9}\.\d{1,9})-([a-z0-9_]{1,32})\.(deb|tar\.gz)$/;
/** The agent's files take some 6 MB each. */
const bytesLimit = 64 * 1024 * 1024;
/** Of what hosts may get: so many processors in two forms. */
const packagesLimit = 16;
/** The folder is looked at no more often. */
const staleAfterMs = 1_000;

/** One file that puts the agent on a host. */
export interface AgentPackage {
  readonly name: string;
  /** As `uname -m` says it. */
  readonly architecture: string;
  readonly kind: "deb" | "archive";
  readonly version: string;
  readonly sha256: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

type Named = Pick<AgentPackage, "name" | "architecture" | "kind" | "version">;

interface ReadPackage {
  /** Another one where the file was replaced. */
  readonly mark: string;
  /** None where the file is too large, or not yet whole. */
  readonly found: AgentPackage | undefined;
}

/**
 * The agent's packages of a folder, in memory: what is sent is exactly what was hashed, whatever becomes of the file. A file
 * that changes is read again when somebody next asks. One that is being copied there is none yet: hosts get the version before
 * it until it is whole.
 */
export class AgentPackages {
  readonly #folder: string;
  readonly #nowMs: () => number;
  #read = new Map<string, ReadPackage>();
  #looking: Promise<readonly AgentPackage[]> | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(folder: string, nowMs: () => number = () => performance.now()) {
    this.#folder = folder;
    this.#nowMs = nowMs;
  }

  /** The newest of each form for each processor; none where the folder is missing. */
  all(): Promise<readonly AgentPackage[]> {
    if (this.#looking === undefined || this.#nowMs() - this.#lookedMs >= staleAfterMs) {
      this.#lookedMs = this.#nowMs();
      this.#looking = this.#look().catch((error: unknown) => {
        this.#looking = undefined;
        throw error;
      });
    }
    return this.#looking;
  }

  async find(sha256: string, name: string): Promise<AgentPackage | undefined> {
    return (await this.all()).find((one) => one.sha256 === sha256 && one.name === name);
  }

  async #look(): Promise<readonly AgentPackage[]> {
    const names = (await readdir(this.#folder).catch(undefinedWhereGone)) ?? [];
    const read = new Map<string, ReadPackage>();
    const packages: AgentPackage[] = [];
    for (const versions of newestFirst(names).slice(0, packagesLimit)) {
      const found = await this.#newestWhole(versions, read);
      if (found !== undefined) packages.push(found);
    }
    this.#read = read;
    return packages;
  }

  /** Notes in `read` what was looked at. */
  async #newestWhole(versions: readonly Named[], read: Map<string, ReadPackage>): Promise<AgentPackage | undefined> {
    for (const named of versions) {
      // Files are replaced and removed here at any time.
      const one = await this.#lookAt(named).catch(undefinedWhereGone);
      if (one === undefined) continue;
      read.set(named.name, one);
      if (one.found !== undefined) return one.found;
    }
    return undefined;
  }

  async #lookAt(named: Named): Promise<ReadPackage> {
    const { size, mtimeMs, ino } = await stat(join(this.#folder, named.name));
    const mark = `${size} ${mtimeMs} ${ino}`;
    const known = this.#read.get(named.name);
    return known?.mark === mark ? known : { mark, found: await this.#readOne(named, size) };
  }

  async #readOne(named: Named, size: number): Promise<AgentPackage | undefined> {
    if (size > bytesLimit) return undefined;
    const content = new Uint8Array(await readFile(join(this.#folder, named.name)));
    if (!(await isWhole(content, named.kind))) return undefined;
    const sha256 = createHash("sha256").update(content).digest("hex");
    return { ...named, sha256, content };
  }
}

/** What is not there, or not any more, is nothing that went wrong. */
function undefinedWhereGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** The versions of each form for each processor, by name. */
function newestFirst(names: readonly string[]): Named[][] {
  const found = new Map<string, Named[]>();
  for (const name of names.toSorted()) {
    const named = parse(name);
    if (named === undefined) continue;
    const key = `${named.architecture} ${named.kind}`;
    found.set(key, [...(found.get(key) ?? []), named]);
  }
  return [...found.values()].map((versions) =>
    versions.toSorted((one, other) => (isOlderVersion(one.version, other.version) ? 1 : -1)),
  );
}

function parse(name: string): Named | undefined {
  const [, version = "", architecture = "", form] = fileName.exec(name) ?? [];
  if (form === undefined) return undefined;
  return { name, architecture, kind: form === "deb" ? "deb" : "archive", version };
}
