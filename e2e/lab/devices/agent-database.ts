import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GatewayDouble } from "../gateway-double.ts";
import type { GuestFile } from "../initramfs.ts";
import { installedPostgresql } from "../postgresql.ts";
import { LabRun } from "../runs/lab-run.ts";
import { type Drive, urlInGuest } from "../virtual-host.ts";
import type { Lab } from "./bench.ts";

const SERIAL = "DATABASE-A";
const RUN_LIMIT_MS = 240_000;
/** The user of a database must be able to pass it (docs/operations.md). */
const STATE = "/var/lib/crosspoint-database";

export const AGENT_DATABASE_DRIVES: readonly Drive[] = [{ serial: SERIAL, sizeBytes: 1 << 30 }];

/** PostgreSQL's packages make a user for it. */
export const DATABASE_USERS: Readonly<Record<string, GuestFile>> = {
  "/etc/passwd": { contents: "root:x:0:0:root:/root:/bin/sh\npostgres:x:105:105:PostgreSQL:/nonexistent:/bin/sh\n" },
  "/etc/group": { contents: "root:x:0:\npostgres:x:105:\n" },
};

const isThere = installedPostgresql() !== null;
const title = `a database on a drive${isThere ? "" : " (skipped: this machine has no PostgreSQL: apt-get install postgresql)"}`;

/** The agent makes a file system on a drive and a database on it, asks it for transactions, and takes both away. */
export function agentDatabaseTests(lab: () => Lab): void {
  describe.skipIf(!isThere)(title, () => {
    let gateway: GatewayDouble;
    let agent: { pid: number };
    let run: LabRun;

    const output = async (script: string) => (await lab().host.output(script)).toString().trim();

    beforeAll(async () => {
      await output(`mkdir -p /etc/crosspoint && chmod 755 /etc /etc/crosspoint
        echo 'allow_destructive = ["${SERIAL}"]' > /etc/crosspoint/policy.toml; chmod 644 /etc/crosspoint/policy.toml
        mkdir -m 711 ${STATE}`);
      gateway = await GatewayDouble.start();
      const server = `--server ${urlInGuest(gateway.url)} --allow-plain-http --token cpe_lab --state-dir ${STATE}`;
      agent = await lab().host.startService("agent-database", `crosspoint-agent run ${server}`);
      await gateway.until("the drive, identified", () => {
        const drives = gateway.eventsOf("inventory").at(-1)?.drives ?? [];
        return drives.some(({ identity, namespaces }) => identity.serial === SERIAL && namespaces.length > 0);
      });
      const database = { kind: "database", system: "postgresql", benchmark: "tpcbLike", sizeGib: 0.1 } as const;
      run = new LabRun(gateway, SERIAL, [{ ...database, clients: [2, 4], rampSeconds: 1, durationSeconds: 3 }]);
      await run.end();
    }, RUN_LIMIT_MS);

    afterAll(async () => {
      await lab().host.exec(`kill ${agent?.pid}`);
      await gateway?.close();
    });

    it("commits transactions at each number of clients, and has every one of them in its histogram", () => {
      expect([run.ends[0]?.outcome, run.ends[0]?.reason]).toEqual(["complete", undefined]);
      const points = gateway.eventsOf("databasePointFinished").filter(({ runId }) => runId === run.runId);
      expect(points.map(({ database, outcome }) => [database.clients, outcome])).toEqual([
        [2, "complete"],
        [4, "complete"],
      ]);
      for (const { result } of points) {
        expect(result?.failed).toBe(0);
        expect(result?.transactions).toBeGreaterThan(0);
        const sum = result?.timeline.reduce((total, transactions) => total + transactions, 0);
        expect(sum).toBe(result?.transactions);
      }
    });

    it("was on that drive: its bytes went there", () => {
      const [before, after] = run.counters.map(({ log }) => BigInt(log?.dataUnitsWritten ?? 0));
      // 100 MiB of rows and their log, in units of 512,000 bytes.
      expect(Number((after ?? 0n) - (before ?? 0n))).toBeGreaterThan((100 << 20) / 512_000);
    });

    it("leaves no mount, no process, no file and no signature behind", async () => {
      expect(await output("grep -c crosspoint /proc/mounts || true")).toBe("0");
      expect(await output("ps -o args | grep -c '[p]ostgres' || true")).toBe("0");
      expect(await output(`ls ${STATE}/database | wc -l`)).toBe("0");
      expect(await output(`wipefs --no-act ${lab().disk(SERIAL)} | wc -l`)).toBe("0");
    });

    it("and the drive may be written again", async () => {
      const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 0, durationSeconds: 1 } as const;
      expect(await new LabRun(gateway, SERIAL, [sweep]).end()).toMatchObject({ outcome: "complete" });
    });
  });
}
