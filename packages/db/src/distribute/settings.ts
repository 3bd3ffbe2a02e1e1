import { DistributeError } from "./error.ts";

export interface Node {
  readonly host: string;
  readonly port: number;
}

export interface DistributeSettings {
  /** The database on the coordinator, as a superuser. */
  readonly adminUrl: string;
  /** Where the workers reach the coordinator. */
  readonly coordinator: Node;
  readonly workers: readonly Node[];
  /** The role that the product works as. */
  readonly application: string;
  /** Pieces of each table; undefined: as Citus is set. */
  readonly shards: number | undefined;
}

const mostWorkers = 100;
const mostShards = 1024;

/** From CITUS_ADMIN_URL, CITUS_COORDINATOR, CITUS_WORKERS, CITUS_SHARDS and DATABASE_URL. */
export function distributeSettings(env: Readonly<Record<string, string | undefined>>): DistributeSettings {
  const adminUrl = required(env, "CITUS_ADMIN_URL", "postgresql://postgres:password@coordinator:5432/crosspoint");
  const { hostname, port } = urlOf("CITUS_ADMIN_URL", adminUrl);
  const application = decodeURIComponent(
    urlOf("DATABASE_URL", required(env, "DATABASE_URL", "the address that Crosspoint itself uses")).username,
  );
  const coordinator = env.CITUS_COORDINATOR ? nodeOf("CITUS_COORDINATOR", env.CITUS_COORDINATOR) : undefined;
  return {
    adminUrl,
    coordinator: coordinator ?? { host: hostname, port: Number(port || 5432) },
    workers: workersOf(required(env, "CITUS_WORKERS", "worker-1:5432,worker-2:5432")),
    application,
    shards: env.CITUS_SHARDS ? shardsOf(env.CITUS_SHARDS) : undefined,
  };
}

/** The same database on another node. */
export function urlOn(adminUrl: string, { host, port }: Node): string {
  return Object.assign(new URL(adminUrl), { hostname: host, port: String(port) }).toString();
}

export const nameOf = ({ host, port }: Node): string => `${host}:${port}`;

function required(env: Readonly<Record<string, string | undefined>>, name: string, example: string): string {
  const value = env[name];
  if (!value) throw new DistributeError(`${name} is not set.`, `Set it: ${example}.`);
  return value;
}

function urlOf(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username === "" || url.hostname === "") {
    throw new DistributeError(
      `${name} is no address of a database.`,
      "It is postgresql://user:password@host:5432/database.",
    );
  }
  return url;
}

function workersOf(text: string): Node[] {
  const workers = text.split(",").map((part) => nodeOf("CITUS_WORKERS", part.trim()));
  const names = new Set(workers.map(nameOf));
  if (names.size < workers.length || workers.length > mostWorkers) {
    throw new DistributeError(
      "CITUS_WORKERS names a worker twice, or too many.",
      `Name each once, ${mostWorkers} at most.`,
    );
  }
  return workers;
}

function nodeOf(name: string, text: string): Node {
  const [, host, port] = /^([^\s:/,]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host === undefined) {
    throw new DistributeError(`${name}: ${JSON.stringify(text)} is no host and port.`, "Write host:5432.");
  }
  return { host, port: Number(port ?? 5432) };
}

function shardsOf(text: string): number {
  const shards = Number(text);
  if (Number.isInteger(shards) && shards >= 1 && shards <= mostShards) return shards;
  throw new DistributeError(`CITUS_SHARDS is ${text}.`, `It is a whole number from 1 to ${mostShards}.`);
}
