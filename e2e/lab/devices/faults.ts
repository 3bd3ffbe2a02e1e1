import { describe, expect, it } from "vitest";
import type { Drive } from "../virtual-host.ts";
import { bench, guard, type Lab, type Run } from "./bench.ts";

const MIB = 1 << 20;
/** Where the faulty drives fail: in one of the first 96 blocks of 4 KiB. No signature is looked for there. */
const FAULT_BYTE = 288 * 1024;
/** Long enough for a round also where another guest has the processors. */
const ROUND = { span: "384k", blocks: 96, duration: "3s" };
/** A pulled drive's run would take a minute: it must be over long before, however busy the machine is. */
const END_AFTER_PULL_MS = 20_000;
/** Long enough, wherever it begins, to have one of the run's seconds in it. */
const STALL_SECONDS = 2.2;

export const FAULT_DRIVES: readonly Drive[] = [
  { serial: "UNREADABLE", sizeBytes: 32 * MIB, unreadableByte: FAULT_BYTE },
  ...["MAPPED", "PULLED-R", "PULLED-W", "FORMATTED", "FULL", "STALLED"].map((serial) => ({
    serial,
    sizeBytes: 32 * MIB,
  })),
];

export function faultTests(lab: () => Lab): void {
  describe("a drive that fails", () => {
    it("at one place, by an NVMe status: the run goes on and counts what failed, by what it was told", async () => {
      const disk = lab().disk("UNREADABLE");
      const run = await bench(lab(), disk, `--rw read --span ${ROUND.span} --duration ${ROUND.duration}`);
      expectOneFailureARound(run, run.result?.read?.operations, "ENODATA");
      const past = await bench(
        lab(),
        disk,
        `--rw read --span ${ROUND.span} --duration ${ROUND.duration} --engine passthrough`,
      );
      expectOneFailureARound(past, past.result?.read?.operations, "NVMe status 281h (Unrecovered Read Error)");
    });

    it("at one place, by the block layer: in each direction the run goes on and counts what failed", async () => {
      const disk = lab().disk("MAPPED");
      await lab().host.output(`d=${disk} end=$(blockdev --getsz ${disk}) bad=${FAULT_BYTE / 512}
        printf "0 $bad linear $d 0\\n$bad 8 error\\n$((bad+8)) $((end-bad-8)) linear $d $((bad+8))\\n" | dmsetup create faulty`);
      const target = "/dev/mapper/faulty";
      const read = await bench(lab(), target, `--rw read --span ${ROUND.span} --duration ${ROUND.duration}`);
      expectOneFailureARound(read, read.result?.read?.operations, "EIO");
      const { consent } = await guard(lab(), target);
      const write = await bench(
        lab(),
        target,
        `--rw write --span ${ROUND.span} --duration ${ROUND.duration} ${consent}`,
      );
      expectOneFailureARound(write, write.result?.write?.operations, "EIO");
      await lab().host.output("dmsetup remove faulty");
    });

    it("everywhere: the run ends and says so", async () => {
      const disk = lab().disk("MAPPED");
      await lab().host.output(`echo "0 $(blockdev --getsz ${disk}) error" | dmsetup create broken`);
      const run = await bench(lab(), "/dev/mapper/broken", "--rw randread --qd 4 --duration 60s");
      expect(run).toMatchObject({ exitCode: 1, result: { interrupted: true, errors: [{ name: "EIO" }] } });
      expect(run.result?.read).toMatchObject({ operations: 0, latencyNs: null });
      expect(run.error?.message).toBe("/dev/mapper/broken: every operation fails with an I/O error (EIO)");
      await lab().host.output("dmsetup remove broken");
    });

    it.each([
      ["reading", "PULLED-R", "--rw randread", "read"],
      ["writing", "PULLED-W", "--rw randwrite --write-serial PULLED-W", "write"],
    ] as const)(
      "pulled out while %s: the run ends at once, with what was measured",
      async (_, serial, options, way) => {
        const disk = lab().disk(serial);
        const running = bench(lab(), disk, `${options} --qd 4 --duration 60s`);
        await untilBusy(lab(), disk, way);
        await lab().host.unplug(serial);
        const pulled = performance.now();
        const run = await running;
        expect(performance.now() - pulled).toBeLessThan(END_AFTER_PULL_MS);
        expect(run).toMatchObject({ exitCode: 1, result: { interrupted: true } });
        expect(run.result?.[way]?.operations).toBeGreaterThan(0);
        expect(run.result?.elapsedNs).toBeLessThan(60e9);
        expect(run.error?.message).toContain(`${disk}: the device has vanished`);
        expect((await lab().host.exec(`test -e ${disk}`)).exitCode).toBe(1);
      },
    );

    it("to answer for a while: the stall is in the histogram and in its second; SIGINT keeps what was measured", async () => {
      const disk = lab().disk("STALLED");
      const running = bench(lab(), disk, "--rw randread --qd 4 --duration 60s");
      await untilBusy(lab(), disk, "read");
      await lab().host.setIopsLimit("STALLED", 1);
      await lab().host.output(`sleep ${STALL_SECONDS}`);
      await lab().host.setIopsLimit("STALLED", 0);
      await untilBusy(lab(), disk, "read");
      await lab().host.output("kill -INT $(pidof uring-bench)");
      const run = await running;
      expect(run).toMatchObject({ exitCode: 130, error: null, result: { interrupted: true, errors: [] } });
      expect(run.result?.read?.latencyNs?.max).toBeGreaterThan(STALL_SECONDS * 1e9);
      const operations = run.seconds.map(({ read }) => read?.operations ?? 0);
      expect(Math.min(...operations.slice(0, -1)), "one a second, and what was let through at once").toBeLessThan(10);
      expect(operations.reduce((sum, each) => sum + each)).toBe(run.result?.read?.operations);
    });
  });

  describe("what does not fit", () => {
    it("a block size on a drive formatted with logical blocks of 4096 bytes", async () => {
      const disk = lab().disk("FORMATTED");
      await lab().host.output(`format=$(nvme id-ns ${disk} | sed -n 's/^lbaf *\\([0-9]*\\) : ms:0 *lbads:12 .*/\\1/p')
        nvme format ${disk} --lbaf=$format --force`);
      for (const blockSize of ["512", "6k"]) {
        const refused = await bench(lab(), disk, `--rw randread --bs ${blockSize} --duration 100ms`);
        expect(refused).toMatchObject({ exitCode: 4, start: null, result: null });
        expect(refused.error?.message).toContain("is not a multiple of the target's logical block of 4096 bytes");
      }
      const write = await bench(lab(), disk, "--rw randwrite --bs 4k --duration 200ms --write-serial FORMATTED");
      expect(write).toMatchObject({ exitCode: 0, error: null, result: { interrupted: false, errors: [] } });
    });

    it("a sparse file larger than its file system", async () => {
      const disk = lab().disk("FULL");
      await lab().host.output(`mkfs.ext4 -q ${disk} && mkdir /mnt/full && mount ${disk} /mnt/full
        truncate -s 100M /mnt/full/sparse`);
      const file = "/mnt/full/sparse";
      const run = await bench(lab(), file, `--rw write --bs 64k --qd 4 --duration 60s --write-file ${file}`);
      expect(run).toMatchObject({ exitCode: 1, result: { interrupted: true, errors: [{ name: "ENOSPC" }] } });
      expect(run.error?.message).toBe(`${file}: there is no space left for the file (ENOSPC)`);
      expect(run.result?.write?.operations).toBeGreaterThan(0);
    });
  });
}

/** A run through the same blocks, round after round, failed at one block of it and nowhere else. */
function expectOneFailureARound({ exitCode, result, error }: Run, operations = 0, name: string): void {
  expect(exitCode).toBe(1);
  expect(error).toBeNull();
  expect(result).toMatchObject({ interrupted: false, errors: [{ name, count: expect.any(Number) }] });
  expect(result?.errors).toHaveLength(1);
  expect(operations).toBeGreaterThan(0);
  const failed = result?.errors[0]?.count ?? 0;
  const rounds = (operations + failed) / ROUND.blocks;
  expect(failed).toBeGreaterThanOrEqual(Math.floor(rounds));
  expect(failed).toBeLessThanOrEqual(Math.ceil(rounds));
  expect(result?.warnings).toContain(`${failed} operations failed; they are excluded from latencies and rates`);
}

/** Waits until a hundred operations have gone to a drive (the kernel's Documentation/block/stat.rst). */
async function untilBusy({ host }: Lab, disk: string, way: "read" | "write"): Promise<void> {
  const field = way === "read" ? 1 : 5;
  await host.output(`stat=/sys/class/block/${disk.replace("/dev/", "")}/stat
    before=$(awk '{ print $${field} }' $stat)
    until [ $(awk '{ print $${field} }' $stat) -gt $((before + 100)) ]; do sleep 0.1; done`);
}
