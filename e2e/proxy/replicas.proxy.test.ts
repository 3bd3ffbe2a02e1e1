import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase, type Database } from "@crosspoint/db";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate } from "@crosspoint/db/migrate";
import { addPerson } from "@crosspoint/services/access/add-person";
import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Service, waitUntilReady } from "../../scripts/steps/child.ts";
import { freePort } from "../../scripts/steps/ports.ts";
import { type ServerSettings, startGateway, startWeb, startWorker } from "../../scripts/steps/services.ts";
import { type Answer, Nginx, origin } from "./nginx.ts";

/** Two each of pages, gateway and worker behind one nginx, on one database. */
const person = { email: "ada@example.net", password: "correct horse battery" };
const drive = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial: "REPLICA1" };

interface Replica {
  readonly web: Service;
  readonly gateway: Service;
  readonly worker: Service;
  readonly webPort: number;
  readonly gatewayPort: number;
}

let folder: string;
let postgres: EmbeddedPostgres;
let db: Database;
let replicas: Replica[] = [];
let nginx: Nginx;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosspoint-replicas-"));
  vi.stubEnv("TRUSTED_PROXIES", "127.0.0.1");
  postgres = await startEmbeddedPostgres({ dataDir: folder, unsafeForTests: true });
  const urls = await postgres.ensureProduct();
  await bringUpToDate(urls);
  db = connectDatabase(urls.application, 2);
  const sessionSecret = randomBytes(32).toString("hex");
  replicas = [await start(1, urls.application, sessionSecret), await start(2, urls.application, sessionSecret)];
  nginx = await Nginx.start(folder, {
    pages: replicas.map(({ webPort }) => webPort),
    gateways: replicas.map(({ gatewayPort }) => gatewayPort),
  });
  for (const { gateway, gatewayPort, web, webPort } of replicas) {
    await waitUntilReady(gateway, `http://127.0.0.1:${gatewayPort}/healthz`);
    await waitUntilReady(web, `http://127.0.0.1:${webPort}/sign-in`);
  }
  await addPerson(system(), { ...person, name: "Ada", role: "admin" });
}, 180_000);

afterAll(async () => {
  await nginx.service.stop();
  for (const { web, gateway, worker } of replicas) for (const each of [web, gateway, worker]) await each.stop();
  await db.$disconnect();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const system = () => ({ db, now: new Date(), actor: { kind: "system", label: "test" } }) as const;

async function start(number: number, databaseUrl: string, sessionSecret: string): Promise<Replica> {
  const [webPort, gatewayPort] = [await freePort(), await freePort()];
  const settings: ServerSettings = {
    databaseUrl,
    sessionSecret,
    host: "127.0.0.1",
    webPort,
    gatewayPort,
    webUrl: origin,
    gatewayUrl: origin,
    logsDir: join(folder, `logs-${number}`),
  };
  const [web, gateway, worker] = [startWeb(settings), startGateway(settings), startWorker(settings)];
  return { web, gateway, worker, webPort, gatewayPort };
}

describe("two of each", () => {
  let cookie: string;
  let authorization: string;
  let hostId: string;
  let sequence = 0;

  it("let a person who signed in through one work through the other", async () => {
    const answer = await nginx.post("/api/trpc/access.signIn", { json: person }, { origin });
    cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
    const answers = await Promise.all(Array.from({ length: 6 }, fleet));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(nginx.answeredBy(/fleet\.get/)).toEqual(new Set(replicas.map(({ webPort }) => webPort)));
  });

  it("take an agent's events wherever they come, each once", async () => {
    const { token } = await createEnrollmentToken(system(), { uses: 1 });
    const body = { token, installationId: randomUUID(), hostname: "replicated", agentVersion: "0.1.0" };
    const enrolled = JSON.parse((await nginx.post("/agent/v1/enroll", body)).text);
    [hostId, authorization] = [enrolled.hostId, `Bearer ${enrolled.agentKey}`];
    expect((await report([inventory()])).status).toBe(200);
    for (let index = 0; index < 6; index += 1) {
      const events = [sample()];
      // Its answer was lost: the agent says it again, and it may come to the other one.
      expect([(await report(events)).status, (await report(events)).status]).toEqual([200, 200]);
    }
    expect(await db.smartSample.count({ where: { hostId } })).toBe(6);
    expect(nginx.answeredBy(/reports/)).toEqual(new Set(replicas.map(({ gatewayPort }) => gatewayPort)));
  });

  it("hand a command to the agent, whichever it waits at and whichever was asked for it", async () => {
    for (const { gatewayPort } of replicas) {
      const waits = fetch(`http://127.0.0.1:${gatewayPort}/agent/v1/commands?waitSeconds=30`, {
        headers: { authorization },
      });
      const asked = await nginx.post("/api/trpc/host.collectNow", { json: { hostId } }, { origin, cookie });
      expect(asked.status).toBe(200);
      const { commands } = (await (await waits).json()) as { commands: { id: string; kind: string }[] };
      expect(commands).toMatchObject([{ kind: "collectNow" }]);
      const done = ["accepted", "succeeded"].map((outcome) => ({
        ...counted("command"),
        commandId: commands[0]?.id,
        outcome,
      }));
      expect((await report(done)).status).toBe(200);
    }
  });

  it("go on with one of each when the others are killed", async () => {
    const [killed] = replicas as [Replica, Replica];
    const before = await db.smartSample.count({ where: { hostId } });
    for (const service of [killed.web, killed.gateway, killed.worker]) service.killGroup();
    await Promise.all([killed.web.ended, killed.gateway.ended, killed.worker.ended]);

    for (let index = 0; index < 10; index += 1) await untilTaken([sample()]);
    expect(await db.smartSample.count({ where: { hostId } })).toBe(before + 10);

    const answers = [];
    for (let index = 0; index < 10; index += 1) answers.push((await fleet()).status);
    expect(answers).toEqual(Array(10).fill(200));

    // What only a worker does.
    const removal = {
      kind: "drive",
      name: "removed",
      driveIds: [randomUUID()],
      runIds: [],
      samplesTotal: 0n,
      requestedBy: "test",
    };
    const { id } = await db.removal.create({ data: { ...removal, requestedAt: new Date() } });
    await expect
      .poll(async () => (await db.removal.findUniqueOrThrow({ where: { id } })).finishedAt, { timeout: 30_000 })
      .not.toBeNull();
  });

  const fleet = () => nginx.call("/api/trpc/fleet.get", { headers: { cookie } });

  function report(events: readonly object[]): Promise<Answer> {
    return nginx.post("/agent/v1/reports", { agentTimeMs: Date.now(), events }, { authorization });
  }

  /** As an agent does: what was not acknowledged is sent again. */
  async function untilTaken(events: readonly object[]): Promise<void> {
    await expect.poll(async () => (await report(events)).status, { timeout: 30_000 }).toBe(200);
  }

  const counted = (kind: string) => {
    sequence += 1;
    return { id: randomUUID(), timeMs: Date.now(), sequence, kind };
  };

  const sample = () => ({ ...counted("smart"), drive, log: healthyLog });

  const inventory = () => ({ ...counted("inventory"), scratchFiles: [], drives: [listedDrive] });
});

const listedDrive = {
  identity: drive,
  firmware: "E2010325",
  controllerName: "nvme0",
  transport: "pcie",
  pciAddress: "0000:10:00.0",
  controller: {
    nvmeVersion: "1.2",
    controllerId: 0,
    subsystemNqn: "",
    powerStates: [],
    volatileWriteCache: false,
  },
  namespaces: [],
};

const healthyLog = {
  criticalWarning: 0,
  compositeTemperatureKelvin: 308,
  availableSparePercent: 100,
  availableSpareThresholdPercent: 10,
  percentageUsed: 3,
  dataUnitsRead: "1",
  dataUnitsWritten: "1",
  hostReadCommands: "1",
  hostWriteCommands: "1",
  controllerBusyTimeMinutes: "1",
  powerCycles: "1",
  powerOnHours: "1",
  unsafeShutdowns: "0",
  mediaErrors: "0",
  errorLogEntries: "0",
  warningTemperatureTimeMinutes: 0,
  criticalTemperatureTimeMinutes: 0,
  temperatureSensorsKelvin: [308],
};
