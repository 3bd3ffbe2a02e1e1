import { createHash } from "node:crypto";
import { existsSync, mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { connectDatabase } from "@crosspoint/db";
import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { Service } from "../steps/child.ts";
import { dataDir, logsDir } from "../steps/paths.ts";

const enoughFreeBytes = 8e9;

/** The agent of this machine: enrolled on its first start, the same host ever after. */
export async function startLocalAgent(
  binaries: string,
  databaseUrl: string,
  gatewayUrl: string,
  appendLog: boolean,
): Promise<Service> {
  const stateDir = stateDirOf(databaseUrl);
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  // The gateway is this machine's own, by whatever name it is called.
  const unencrypted = gatewayUrl.startsWith("http:") ? ["--allow-plain-http"] : [];
  const args = ["run", "--server", gatewayUrl, ...unencrypted, "--state-dir", stateDir, ...scratchFile(stateDir)];
  const token = existsSync(join(stateDir, "identity.json")) ? undefined : await enrollmentToken(databaseUrl);
  const env = { CROSSPOINT_TOKEN: token };
  return new Service("agent", join(binaries, "crosspoint-agent"), args, { logsDir, appendLog, env });
}

/** An identity belongs to one database: another DATABASE_URL is another fleet. */
function stateDirOf(databaseUrl: string): string {
  if (!process.env.DATABASE_URL) return join(dataDir, "agent");
  return join(dataDir, `agent-${createHash("sha256").update(databaseUrl).digest("hex").slice(0, 12)}`);
}

/** So that there is something to benchmark on a machine without an NVMe drive. */
function scratchFile(stateDir: string): string[] {
  const { bavail, bsize } = statfsSync(stateDir);
  const size = bavail * bsize > enoughFreeBytes ? "1G" : "128M";
  return ["--scratch-file", join(stateDir, "scratch.dat"), "--scratch-size", size];
}

async function enrollmentToken(databaseUrl: string): Promise<string> {
  const db = connectDatabase(databaseUrl, 1);
  try {
    const context = { db, actor: { kind: "system", label: "npm start" } as const, now: new Date() };
    const { token } = await createEnrollmentToken(context, { uses: 1, expiresInMs: 600_000 });
    return token;
  } finally {
    await db.$disconnect();
  }
}
