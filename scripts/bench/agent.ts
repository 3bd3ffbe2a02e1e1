import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { runToEnd, Service } from "../steps/child.ts";

const drives = 24;
const limits = { residentMebibytes: 20, corePercent: 0.2, childrenPerSample: 3 };
/** What the cost is stated for. */
const realIntervalSeconds = 60;
/** Ten rounds a minute instead of one. Each still makes a report of its own: the uplink gathers samples for 5 s. */
const roundSeconds = 6;
const rounds = 10;
const idleSeconds = 60;

/**
 * What the agent itself costs with 24 drives sampled each minute, spool and uplink included. Time is compressed: the
 * cost of a round of samples is measured ten times in a minute, above the cost of an agent that only waits (long poll,
 * watch for hot plug); a minute costs one round and a minute of waiting. The drives are replayed, the server is a
 * double without TLS; nvme-cli's own processor time is not the agent's and is not counted, starting it is.
 */
export async function measureAgentCost(binaries: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "crosspoint-bench-agent-"));
  const server = await ServerDouble.start();
  try {
    await makeHost(binaries, folder);
    console.log(`\ncrosspoint-agent with ${drives} drives, rounds every ${roundSeconds} s, and waiting`);
    const idle = await measure({ binaries, folder, server, interval: "1h", seconds: idleSeconds });
    const busy = await measure({
      binaries,
      folder,
      server,
      interval: `${roundSeconds}s`,
      seconds: rounds * roundSeconds,
    });
    report(idle, busy);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly residentMebibytesMost: number;
  readonly samples: number;
  readonly children: number;
}

interface Round {
  readonly binaries: string;
  readonly folder: string;
  readonly server: ServerDouble;
  readonly interval: string;
  readonly seconds: number;
}

async function measure({ binaries, folder, server, interval, seconds }: Round): Promise<Measured> {
  const option = (name: string, ...path: string[]) => [`--${name}`, join(folder, ...path)];
  const args = [
    ...["run", "--server", server.url, "--token", "cpe_bench", "--sample-interval", interval],
    ...[...option("state-dir", "state"), ...option("sysfs", "machine/sys"), ...option("nvme-cli", "nvme")],
    ...["--uring-bench", join(binaries, "uring-bench"), ...option("policy", "no-policy.toml")],
  ];
  const agent = new Service("agent", join(binaries, "crosspoint-agent"), args, { logsDir: folder });
  try {
    // Its start, with the first round and the identification of each drive, is over.
    await server.untilSamples(drives);
    await pause(8000);
    const before = { cpu: cpuSeconds(agent.pid), samples: server.samples, children: invocations(folder) };
    const startedMs = performance.now();
    await pause(seconds * 1000);
    const measured = (performance.now() - startedMs) / 1000;
    return {
      seconds: measured,
      cpuSeconds: cpuSeconds(agent.pid) - before.cpu,
      residentMebibytesMost: residentMebibytesMost(agent.pid),
      samples: server.samples - before.samples,
      children: invocations(folder) - before.children,
    };
  } finally {
    await agent.stop();
    server.samples = 0;
  }
}

function report(idle: Measured, busy: Measured): void {
  const idleShare = idle.cpuSeconds / idle.seconds;
  const roundsSeen = busy.samples / drives;
  const roundSecondsOfCpu = (busy.cpuSeconds - idleShare * busy.seconds) / roundsSeen;
  const corePercent = 100 * (idleShare + roundSecondsOfCpu / realIntervalSeconds);
  const resident = Math.max(idle.residentMebibytesMost, busy.residentMebibytesMost);
  const children = busy.children / busy.samples;
  const line = (what: string, value: string, within: boolean) =>
    console.log(`  ${what}  ${value}  ${within ? "ok" : "OVER"}`);
  console.log(
    `  waiting ${(100 * idleShare).toFixed(3)} % of a core, a round ${(1000 * roundSecondsOfCpu).toFixed(1)} ms`,
  );
  line(
    "processor ",
    `${corePercent.toFixed(3)} % of a core (limit ${limits.corePercent} %)`,
    corePercent <= limits.corePercent,
  );
  line(
    "memory    ",
    `${resident.toFixed(1)} MiB resident at most (limit ${limits.residentMebibytes} MiB)`,
    resident <= limits.residentMebibytes,
  );
  line(
    "children  ",
    `${children.toFixed(2)} a sample (limit ${limits.childrenPerSample})`,
    children <= limits.childrenPerSample,
  );
}

async function makeHost(binaries: string, folder: string): Promise<void> {
  const replay = join(binaries, "nvme-replay");
  const machine = join(folder, "machine");
  const remedy = "nvme-replay's own message is above.";
  mkdirSync(machine);
  await runToEnd(replay, ["host", machine], { remedy });
  for (let drive = 0; drive < drives; drive += 1) {
    await runToEnd(replay, ["plug", machine, "p4800x", `controller = { serial = "BENCH${drive}" }`], { remedy });
  }
  const count = join(folder, "invocations");
  writeFileSync(join(folder, "nvme"), `#!/bin/sh\necho >> ${count}\nexec ${join(machine, "nvme")} "$@"\n`, {
    mode: 0o755,
  });
  writeFileSync(count, "");
}

function invocations(folder: string): number {
  return readFileSync(join(folder, "invocations"), "utf8").length;
}

/** User and system time of the process with all its threads, without its children; the kernel rounds to 10 ms. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}

function residentMebibytesMost(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Takes every report, and holds a long poll as the gateway does. */
class ServerDouble {
  readonly url: string;
  samples = 0;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(): Promise<ServerDouble> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const double = new ServerDouble(
      server,
      `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    );
    server.on("request", async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const answer = (body: object) => response.end(JSON.stringify({ serverTimeMs: Date.now(), ...body }));
      if (request.url?.startsWith("/agent/v1/reports")) answer(double.#take(Buffer.concat(chunks)));
      else if (request.url?.startsWith("/agent/v1/enroll"))
        answer({ hostId: crypto.randomUUID(), agentKey: "cpk_bench" });
      else setTimeout(() => answer({ commands: [] }), 25_000).unref();
    });
    return double;
  }

  #take(body: Buffer): object {
    const { events } = JSON.parse(gunzipSync(body).toString()) as { events: { kind: string }[] };
    this.samples += events.filter(({ kind }) => kind === "smart").length;
    return { accepted: events.length, refused: [], nextReportAfterMs: 1000 };
  }

  async untilSamples(count: number): Promise<void> {
    while (this.samples < count) await pause(100);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
