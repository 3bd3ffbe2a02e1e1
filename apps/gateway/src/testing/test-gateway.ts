import { randomUUID } from "node:crypto";
import { connectDatabase, type Database, PlainDatabase } from "@crosspoint/db";
import { createTestDatabase } from "@crosspoint/db/testing";
import type {
  AgentEvent,
  Command,
  CommandsResponse,
  EnrollResponse,
  ErrorResponse,
  ReportResponse,
} from "@crosspoint/protocol";
import { LiveListener } from "@crosspoint/services";
import { parseTrustedProxies } from "@crosspoint/services/access/rules/client-address";
import { AgentKeys } from "@crosspoint/services/host/agent-keys";
import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { PollOpenings } from "@crosspoint/services/host/open-polls";
import { groupWritersFor } from "@crosspoint/services/report/group/group-writers";
import { ReportGroup } from "@crosspoint/services/report/group/report-group";
import { pino } from "pino";
import { AloneLane } from "../alone-lane.ts";
import { BodyRoom } from "../body-room.ts";
import { CommandWaiters } from "../command-waiters.ts";
import { connections } from "../connections.ts";
import { Doorway } from "../doorway.ts";
import { createGateway } from "../gateway.ts";
import { AgentPackages } from "../install/agent-packages.ts";
import { KnownKeys } from "../known-keys.ts";
import { probeTimeoutMs } from "../routes/health.ts";
import { serveGateway } from "../serve.ts";

/** A host as a test speaks for it, through real HTTP. */
export interface TestAgent {
  readonly hostId: string;
  readonly key: string;
  readonly installationId: string;
  report(...events: AgentEvent[]): Promise<Answer<ReportResponse>>;
  poll(waitSeconds?: number, signal?: AbortSignal): Promise<Answer<CommandsResponse>>;
}

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T & ErrorResponse;
}

export interface TestGateway {
  readonly db: Database;
  readonly plain: PlainDatabase;
  /** The database as its owner, for tests that change the schema. */
  readonly owner: Database;
  readonly databaseUrl: string;
  readonly address: string;
  /** What bodies hold of the gateway's memory. */
  readonly room: BodyRoom;
  /** How many reports were in each group that failed, in order. */
  readonly divided: number[];
  /** The clock of the gateway; tests set it. */
  readonly clock: { now: Date };
  token(uses?: number): Promise<string>;
  /** Under an installation of its own, or again under one whose key was revoked. */
  enroll(hostname: string, installationId?: string): Promise<TestAgent>;
  call<T>(method: string, path: string, init?: RequestInit): Promise<Answer<T>>;
  close(): Promise<void>;
}

/** The real gateway on a port of its own, with a database of its own. */
export async function startTestGateway(proxies = parseTrustedProxies("")): Promise<TestGateway> {
  const database = await createTestDatabase();
  const listener = new LiveListener(database.url);
  await listener.start();
  const waiters = new CommandWaiters<Command>(listener);
  const clock = { now: new Date("2026-11-21T12:00:00Z") };
  const divided: number[] = [];
  // As the gateway itself has it, and sooner.
  const db = connectDatabase(database.url, connections.verbs, { keepsPlansFrom: 2 });
  const plain = new PlainDatabase(database.url, connections.plain, { keepsPlansFrom: 2 });
  const probe = new PlainDatabase(database.url, connections.probe, { answerTimeoutMs: probeTimeoutMs });
  const group = new ReportGroup(plain, {
    onDivided: (_, reports) => divided.push(reports),
    writers: await groupWritersFor(plain.statement),
  });
  const keys = new AgentKeys(plain.statement);
  const room = new BodyRoom();
  const install = { packages: new AgentPackages("/nonexistent"), serverUrl: "https://crosspoint.example.net" };
  const logger = pino({ level: "silent" });
  const parts = {
    db,
    probe: probe.statement,
    keys,
    group,
    alone: new AloneLane(),
    room,
    waiters,
    polls: new PollOpenings(plain.statement),
    door: Doorway.forPolls(),
    strangers: Doorway.forStrangers(),
    knownKeys: new KnownKeys(),
    logger,
    now: () => clock.now,
    proxies,
    ...install,
  };
  const server = await serveGateway(createGateway(parts), { host: "127.0.0.1", port: 0 });

  const call = async <T>(method: string, path: string, init: RequestInit = {}): Promise<Answer<T>> => {
    const response = await fetch(`${server.address}${path}`, { method, ...init });
    const body = (await response.json()) as T & ErrorResponse;
    return { status: response.status, headers: response.headers, body };
  };
  const token = async (uses = 1) => {
    const context = { db, actor: { kind: "system", label: "test" }, now: clock.now } as const;
    return (await createEnrollmentToken(context, { uses })).token;
  };

  return {
    db,
    plain,
    owner: database.owner,
    databaseUrl: database.url,
    address: server.address,
    room,
    divided,
    clock,
    token,
    call,
    enroll: async (hostname, installationId = randomUUID()) => {
      const request = { token: await token(), installationId, hostname, agentVersion: "0.1.0" };
      const { body } = await call<EnrollResponse>("POST", "/agent/v1/enroll", json(request));
      const headers = { authorization: `Bearer ${body.agentKey}` };
      return {
        hostId: body.hostId,
        key: body.agentKey,
        installationId,
        report: (...events) =>
          call("POST", "/agent/v1/reports", json({ agentTimeMs: clock.now.getTime(), events }, headers)),
        poll: (waitSeconds = 0, signal) =>
          call("GET", `/agent/v1/commands?waitSeconds=${waitSeconds}`, { headers, ...(signal ? { signal } : {}) }),
      };
    },
    close: async () => {
      const closed = server.close();
      waiters.close();
      await closed;
      await listener.close();
      await plain.close();
      await probe.close();
      await db.$disconnect();
      await database.close();
    },
  };
}

export function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
}

/** Every table of the product with its rows, as text: two snapshots are equal exactly if nothing changed. */
export async function snapshot(db: Database, except: readonly string[] = []): Promise<Record<string, string[]>> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`;
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (except.includes(name)) continue;
    const found = await db.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM "${name}" AS t ORDER BY 1`);
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

/** Does something while nothing can be learned of any host, command, or drive: whoever asks the database for one waits until it is done. */
export async function whileLocked<T>(
  { owner }: TestGateway,
  table: "host" | "command" | "drive",
  work: () => Promise<T>,
): Promise<T> {
  return owner.$transaction(
    async (tx) => {
      await tx.$executeRawUnsafe(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      return work();
    },
    { timeout: 30_000 },
  );
}
