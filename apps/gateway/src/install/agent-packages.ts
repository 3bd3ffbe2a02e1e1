import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isOlderVersion } from "@crosspoint/domain";

/** As `npm run package` names them. */
const fileName = /^crosspoint-agent-(\d{1,9}\.\d{1,9}\.\d{1,9})-([a-z0-9_]{1,32})\.(deb|tar\.gz)$/;
/** The agent's files take some 6 MB each. */
const bytesLimit = 64 * 1024 * 1024;
/** Of all files together, newest versions alone: so many processors in two forms. */
const filesLimit = 16;
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
  readonly found: AgentPackage;
}

/**
 * The agent's packages of a folder, in memory: what is sent is exactly what was hashed, whatever becomes of the file. A file
 * that changes is read again when somebody next asks.
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
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    const read = new Map<string, ReadPackage>();
    for (const named of newest(names).slice(0, filesLimit)) {
      const { size, mtimeMs, ino } = await stat(join(this.#folder, named.name));
      if (size > bytesLimit) continue;
      const mark = `${size} ${mtimeMs} ${ino}`;
      const known = this.#read.get(named.name);
      read.set(named.name, known?.mark === mark ? known : { mark, found: await this.#readOne(named) });
    }
    this.#read = read;
    return [...read.values()].map(({ found }) => found);
  }

  async #readOne(named: Named): Promise<AgentPackage> {
    const content = new Uint8Array(await readFile(join(this.#folder, named.name)));
    const sha256 = createHash("sha256").update(content).digest("hex");
    return { ...named, sha256, content };
  }
}

/** The newest version of each form for each processor, by name. */
function newest(names: readonly string[]): Named[] {
  const found = new Map<string, Named>();
  for (const name of names.toSorted()) {
    const named = parse(name);
    if (named === undefined) continue;
    const key = `${named.architecture} ${named.kind}`;
    const other = found.get(key);
    if (other === undefined || isOlderVersion(other.version, named.version)) found.set(key, named);
  }
  return [...found.values()];
}

function parse(name: string): Named | undefined {
  const [, version = "", architecture = "", form] = fileName.exec(name) ?? [];
  if (form === undefined) return undefined;
  return { name, architecture, kind: form === "deb" ? "deb" : "archive", version };
}
