import { randomUUID } from "node:crypto";
import type { Database } from "@crosspoint/db";
import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { verdictRank } from "@crosspoint/domain";
import type { ControllerFacts, DriveDetails, HostPolicy } from "@crosspoint/protocol";
import { type Person, type Role, roles } from "../actor.ts";
import type { ServiceContext } from "../context.ts";
import { productNameOf } from "../drive/rules/product-name.ts";

export const now = new Date("2026-11-21T12:00:00Z");

export function contextOf(db: Database, role: Role, at: Date = now): ServiceContext {
  const actor: Person = { kind: "person", id: role, email: `${role}@example.net`, name: role, role };
  return { db, actor, now: at };
}

/** The people that {@link contextOf} speaks for. */
export async function addPeople(db: Database): Promise<void> {
  const people = roles.map((role) => ({ id: role, name: role, email: `${role}@example.net`, role }));
  await db.user.createMany({ data: people });
}

/** A host that tells as little of itself as it may. */
const bareEnvironment = {
  hostname: "stor-1",
  agentVersion: "0.1.0",
  kernel: "6.1.0",
  operatingSystem: "Debian GNU/Linux 12",
  cpuModel: "simulated",
  cpuCount: 8,
  memoryBytes: 1 << 30,
  eventsDropped: 0,
};

/** A policy file that allows these actions on these drives, and nothing else that destroys data. */
export const allowing = (actions: string[], who: Partial<HostPolicy["allow"][number]>): HostPolicy => ({
  path: "/etc/crosspoint/policy.toml",
  allow: [{ serials: [], models: [], actions, ...who }],
  deny: [],
});

export interface HostOptions {
  readonly lastSeenAt?: Date | null;
  /** As its agent reports it; undefined from one that has enrolled and not reported yet. */
  readonly policy?: HostPolicy | undefined;
}

/** A host that was heard of a second ago. */
export async function addHost(db: Database, { lastSeenAt = new Date(now.getTime() - 1000), policy }: HostOptions = {}) {
  return db.host.create({
    data: {
      installationId: randomUUID(),
      hostname: `host-${randomUUID().slice(0, 8)}`,
      agentKeyHash: randomUUID(),
      agentVersion: "0.1.0",
      lastSeenAt,
      clockSkewMs: 0n,
      ...(policy === undefined ? {} : { environment: { ...bareEnvironment, policy } }),
    },
  });
}

export interface DriveOptions {
  readonly inUse?: readonly string[];
  readonly path?: string | null;
  readonly model?: string;
  readonly serial?: string;
  readonly problem?: { kind: string; detail: string; remedy: string };
  readonly controller?: Pick<ControllerFacts, "powerStates" | "currentPowerState">;
  readonly details?: Pick<DriveDetails, "powerGovernor">;
  readonly scheduler?: string;
}

/** A controller and details that tell as little as they may. */
export const bareController: ControllerFacts = {
  nvmeVersion: "1.2",
  controllerId: 0,
  subsystemNqn: "",
  powerStates: [],
  volatileWriteCache: false,
};
export const bareDetails: DriveDetails = {
  errorLogSize: 64,
  errorLog: [],
  erase: {
    format: true,
    formatAllNamespaces: true,
    eraseAllNamespaces: true,
    formatCryptoErase: false,
    sanitizeCryptoErase: false,
    sanitizeBlockErase: true,
    sanitizeOverwrite: false,
  },
  vendorLogs: [],
  unread: [],
};

/** A P4800X of 375 GB with one namespace, plugged into the host. */
export async function addDrive(db: Database, hostId: string, options: DriveOptions = {}) {
  const { inUse = [], path = "/dev/nvme0n1", model = "INTEL SSDPED1K375GA", problem, controller, details } = options;
  const sizeBytes = 375_083_606_016n;
  const { serial = `PHKS${randomUUID().slice(0, 8)}` } = options;
  const listed = { model, serial, firmware: "E2010435" };
  const state = { productName: productNameOf(model) ?? null, verdictRank: verdictRank("unknown"), verdictSince: now };
  const drive = await db.drive.create({
    data: {
      ...listed,
      pciVendorId: 0x8086,
      state: { create: { ...listed, ...state } },
      firstSeenAt: now,
      lastSeenAt: now,
      capacityBytes: sizeBytes,
      ...(problem === undefined ? {} : { problem }),
      ...(controller === undefined ? {} : { controller: { ...bareController, ...controller } }),
      ...(details === undefined ? {} : { details: { ...bareDetails, ...details } }),
      namespaces: [
        {
          nsid: 1,
          ...(path === null ? {} : { path }),
          sizeBytes: sizeBytes.toString(),
          utilizationBytes: sizeBytes.toString(),
          lbaFormats: [{ index: 0, dataBytes: 512, metadataBytes: 0, relativePerformance: 2 }],
          currentLbaFormat: 0,
          inUse: [...inUse],
          ...(options.scheduler === undefined ? {} : { scheduler: options.scheduler }),
        },
      ],
    },
  });
  await db.driveSighting.create({
    data: {
      driveId: drive.id,
      hostId,
      controllerName: "nvme0",
      transport: "pcie",
      linkSpeed: "8.0 GT/s PCIe",
      linkWidth: 4,
      firstSeenAt: now,
      lastSeenAt: now,
    },
  });
  await db.$transaction((tx) => refreshDriveLists(tx, [drive.id]));
  return drive;
}

/** A whole md RAID 0 of these drives on a host. */
export async function addVolume(
  db: Database,
  hostId: string,
  drives: readonly { readonly id: string }[],
  more: { readonly name?: string; readonly inUse?: string[]; readonly unusable?: string; readonly level?: string } = {},
) {
  const { name = "md0", inUse = [], unusable = null, level = "raid0" } = more;
  return db.volume.create({
    data: {
      hostId,
      identity: randomUUID(),
      hasUuid: true,
      name,
      level,
      chunkBytes: 131_072,
      sizeBytes: 750_167_212_032n,
      logicalBlockBytes: 512,
      state: "clean",
      unusable,
      inUse,
      lastSeenAt: now,
      members: {
        create: drives.map(({ id }, position) => ({
          position,
          driveId: id,
          nsid: 1,
          path: `/dev/nvme${position}n1`,
          state: "in_sync",
        })),
      },
    },
  });
}

export async function addScratchFile(db: Database, hostId: string, endedAt: Date | null = null) {
  return db.scratchFile.create({
    data: {
      hostId,
      path: "/var/lib/crosspoint/scratch",
      sizeBytes: 1n << 30n,
      fileSystem: "ext4",
      lastSeenAt: now,
      endedAt,
    },
  });
}

export const quickCheck = { kind: "builtIn", planId: "quick-check" } as const;

/** 4 KiB random writes over a tenth of the target for ten seconds after one of warm-up. */
export const writes = {
  kind: "custom",
  workload: {
    pattern: "random",
    readPercent: 0,
    blockBytes: 4096,
    queueDepth: 1,
    threads: 1,
    durationSeconds: 10,
    rampSeconds: 1,
    spanPercent: 10,
  },
} as const;

export function namespaceOf(drive: { id: string }) {
  return { kind: "namespace", driveId: drive.id, nsid: 1 } as const;
}

/**
 * A million latencies as the Rust recorder encodes them: median 9,015 ns, 99th percentile 9,999 ns, 99.999th
 * 8,085,503 ns (by the recorder itself).
 */
export const millionLatencies =
  "HISTFAAAAjp4nC1QTWsaURS1U8q4LV1kYee92XXZdqGmdO65b9PuStf9A/0RXQWRICJSrEgQsSIiQYoEERkkDCIiIkEkBZEgEiRICFJCCDKI2L42vYv7fTnnnufxb88CAeNL4MEe/4+PdPr+lVsK8O1D4zuP9s7FSg5EQrj2ofREQSyEL09E1k7aNbmULZGWMzmXvnVgb0VNbkR+78C+F0U9ObJvxbms2F25kVNZEkO5kyNRlXk7Z4/FRPT0ziWGYZe7iOOOx9SnJE1ViuvOMQ2iMS7zGDO4qDoTZ6RyfIEB17AIH/IvzJw+nfIRDtBHhzM0RyvaUGNUMUCK29TTkw2NkIRH1WgaDYywxg/Vx4pmqOGeMuiHd46nsjjmNfn6LkEuJXmpErzYd6nIHvKqQ2ucUQk+ykirSjSl6rjDFU4pwVkUqMklFNFwsvs1rDRKlXa6XpLH58ggwb1oC1nqcMspK4/6KPOWbpRP+jYy5DlGNKemOuG21mCCmP64G07zDS34mnxK8xpxTnEKddw4k8hAc5miqdGXlMCJ/sNTG5pGOvyV12+bWDgb5KnEBVTQdm55FW7zSqtU4at/rC6pzmfoYRjJUY4TOOKcVrjGMZwirrJUUKVoExdc5Ak22FEddXIx1rr4kY7m3qdDqmj8e1yjgy3VNLffLzPB0J1pnZl/vRu0csHQ2rQ807owQ13TSgZDx6a1Na2dGYoFraZpDc2QLotmqGH+/Gy8Nj4aL4x3xgfjkyGNN8ZT44nxB1VtIa8=";
