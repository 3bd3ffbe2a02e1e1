import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { namespaceOf } from "../second-opinion.ts";
import type { Drive } from "../virtual-host.ts";
import { bench, bytesOf, type Lab } from "./bench.ts";

const SERIAL = "ENGINES";
const SECTOR_BYTES = 512;
const EMPTY_SECTOR = Buffer.alloc(SECTOR_BYTES);
const SPAN_BYTES = 1 << 20;

/** Reformatted, so that nothing else may count on its blocks. */
const FORMATTED = "METADATA";

export const ENGINE_DRIVES: readonly Drive[] = [
  { serial: SERIAL, sizeBytes: 8 << 20 },
  { serial: FORMATTED, sizeBytes: 8 << 20 },
];

/** The name that the start line gives an engine, its options, and the queue depth. */
const ENGINES = [
  ["io_uring", "", 4],
  ["io_uring IOPOLL", "--poll", 4],
  ["io_uring SQPOLL", "--sqpoll", 4],
  ["io_uring IOPOLL SQPOLL", "--poll --sqpoll", 4],
  ["io_uring_cmd", "--engine passthrough", 4],
  ["io_uring_cmd IOPOLL", "--engine passthrough --poll", 4],
  ["preadv2", "--engine sync", 1],
  ["preadv2 RWF_HIPRI", "--engine sync --poll", 1],
] as const;

export function engineTests(lab: () => Lab): void {
  describe("each engine", () => {
    // The seeds are fixed: by chance, data could look like a signature, and the next engine would be refused.
    it.each(ENGINES.map((engine, seed) => [...engine, seed] as const))(
      "%s writes each byte where it belongs and reads what was written",
      async (name, options, queueDepth, seed) => {
        const before = await sectorsOf(lab());
        const load = `--rw randrw --read-percent 50 --bs 4k --qd ${queueDepth} --span 1M --bytes 1M --data verified`;
        const run = await bench(
          lab(),
          lab().disk(SERIAL),
          `${load} --seed ${seed} --write-serial ${SERIAL} ${options}`,
        );
        expect(run).toMatchObject({ exitCode: 0, error: null, start: { engine: name } });
        expect(run.result).toMatchObject({ interrupted: false, errors: [], verification: { mismatched: 0 } });
        expect(run.result?.read?.operations).toBeGreaterThan(0);
        expect(run.result?.verification?.matched).toBeGreaterThan(0);

        const after = await sectorsOf(lab());
        const written = after.filter((sector, index) => !sector.equals(before[index] ?? sector));
        expect(written.length).toBeGreaterThan(0);
        for (const [index, sector] of after.entries()) {
          // agent/crates/bench/src/content/sector.rs: magic number, generation, byte offset.
          const isSound =
            sector.subarray(0, 4).toString() === "XPVD" && sector.readBigUInt64LE(8) === BigInt(index * SECTOR_BYTES);
          const isEmpty = sector.equals(EMPTY_SECTOR);
          if (!isEmpty && !(isSound && index * SECTOR_BYTES < SPAN_BYTES)) {
            expect.fail(`sector ${index} holds what does not belong there: ${sector.subarray(0, 24).toString("hex")}`);
          }
        }
      },
    );

    it("io_uring on a driver that would block is handed off", async () => {
      const disk = lab().disk(SERIAL);
      // The device mapper's error target takes no operation without blocking, and with it no volume that it is part of.
      await lab().host.output(`d=${disk} end=$(($(blockdev --getsz ${disk}) - 8))
        printf "0 $end linear $d 0\\n$end 8 error\\n" | dmsetup create blocking`);
      const run = await bench(lab(), "/dev/mapper/blocking", `--rw randread --qd 16 --span 1M --bytes 4M`);
      await lab().host.output("dmsetup remove blocking");
      expect(run).toMatchObject({ exitCode: 0, error: null, result: { interrupted: false, errors: [] } });
      expect(run.start?.environment.engineFlags).toContain("handed-off");
      expect(run.result?.read?.operations).toBe(1024);
    });

    it("that passes commands through does not pass by the guard", async () => {
      const disk = lab().disk(SERIAL);
      await lab().host.output(`mkfs.ext4 -q -F -E lazy_itable_init=0,lazy_journal_init=0 ${disk} &&
        mkdir /mnt/engines && mount ${disk} /mnt/engines && sync`);
      const before = await bytesOf(lab(), [SERIAL]);
      const options = `--rw randwrite --duration 200ms --engine passthrough --write-serial ${SERIAL}`;
      const run = await bench(lab(), disk, options);
      expect(run).toMatchObject({ exitCode: 3, start: null, result: null });
      expect(run.error?.message).toContain(`${disk} is mounted on /mnt/engines`);
      expect(await bytesOf(lab(), [SERIAL])).toBe(before);
    });

    it("that passes commands through leaves a drive alone whose blocks have metadata", async () => {
      const disk = lab().disk(FORMATTED);
      const load = "--rw randread --bs 4k --bytes 64k --engine passthrough";
      expect(await bench(lab(), disk, load)).toMatchObject({ exitCode: 0, error: null });
      // Of QEMU's formats number 1 has blocks of 512 bytes and 8 bytes of metadata each, kept apart.
      await lab().host.output(`nvme format ${disk} --lbaf=1 --ms=0 --force`);
      const run = await bench(lab(), disk, load);
      expect(run).toMatchObject({ exitCode: 5, start: null, result: null });
      expect(run.error?.message).toContain("formatted with 8 bytes of metadata per block");
    });

    it.each(["--poll", "--engine passthrough --poll", "--engine sync --poll"])(
      "%s is refused where the driver has no poll queues, with the boot parameter",
      async (options) => {
        const disk = await plugUnpolled(lab());
        const run = await bench(lab(), disk, `--rw randread --duration 100ms ${options}`);
        expect(run).toMatchObject({ exitCode: 5, start: null, result: null });
        expect(run.error?.message).toContain("has no queues that can be polled (the driver's poll_queues is 0)");
        expect(run.error?.remedy).toContain("nvme.poll_queues=");
      },
    );
  });
}

/** The drive's sectors, read outside the guest. */
async function sectorsOf({ host }: Lab): Promise<Buffer[]> {
  const bytes = await readFile(host.imagePathOf(SERIAL));
  return Array.from({ length: bytes.length / SECTOR_BYTES }, (_, index) =>
    bytes.subarray(index * SECTOR_BYTES, (index + 1) * SECTOR_BYTES),
  );
}

/** A drive that came while the driver was set to have no poll queues, as it is by default. */
async function plugUnpolled({ host }: Lab): Promise<string> {
  const serial = "UNPOLLED";
  const isThere = `grep -qs '^${serial} ' /sys/class/nvme/*/serial`;
  if ((await host.exec(isThere)).exitCode !== 0) {
    await host.output("echo 0 >/sys/module/nvme/parameters/poll_queues");
    await host.plug({ serial, sizeBytes: 8 << 20 });
  }
  await host.output(`until ${isThere}; do sleep 0.1; done`);
  const disk = await namespaceOf(host, serial);
  await host.output(`until [ -b ${disk} ]; do sleep 0.1; done`);
  return disk;
}
