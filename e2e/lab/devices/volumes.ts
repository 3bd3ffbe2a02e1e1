import { describe, expect, it } from "vitest";
import type { Drive } from "../virtual-host.ts";
import { bench, bytesOf, guard, type Lab } from "./bench.ts";

const MEMBERS = ["STRIPE-A", "STRIPE-B"] as const;
const VOLUME = "/dev/md/stripes";
const WRITE = "--rw randwrite --qd 4 --duration 300ms";

export const VOLUME_DRIVES: readonly Drive[] = MEMBERS.map((serial) => ({ serial, sizeBytes: 32 << 20 }));

export function volumeTests(lab: () => Lab): void {
  describe("an md RAID 0 over two namespaces", () => {
    it("is measured, and its members are recorded", async () => {
      const disks = MEMBERS.map((serial) => lab().disk(serial));
      await lab().host.output(`mkdir -p /dev/md && mdadm --create /dev/md1 --run --level=0 --raid-devices=2 \\
        --chunk=64 ${disks.join(" ")} && ln -s ../md1 ${VOLUME}`);
      const run = await bench(lab(), VOLUME, "--rw randread --qd 4 --duration 200ms");
      expect(run).toMatchObject({ exitCode: 0, error: null, start: { target: { path: "/dev/md1", inUse: [] } } });
      const members = run.start?.target.members?.map(({ path, serial, model }) => [path, serial, model]);
      const expected = MEMBERS.map((serial) => [lab().disk(serial), serial, "QEMU NVMe Ctrl"]);
      expect(members?.sort()).toEqual(expected.sort());
    });

    it.each([
      ["without a serial", "", "requires the target to be named a second time"],
      ["by the serial of one member", "--write-serial STRIPE-A", "of which STRIPE-B is not named"],
      ["by a serial too many", "--write-serial STRIPE-A --write-serial STRIPE-B --write-serial EMPTY", '"EMPTY"'],
      ["by its path", `--write-device ${VOLUME}`, "cannot be named for writing in this way"],
    ])("is not written %s", async (_, consent, reason) => {
      const before = await bytesOf(lab(), MEMBERS);
      const run = await bench(lab(), VOLUME, `${WRITE} ${consent}`);
      expect(run).toMatchObject({ exitCode: 3, start: null, result: null });
      expect(run.error?.message).toContain(reason);
      expect(await bytesOf(lab(), MEMBERS)).toBe(before);
    });

    it("is written by the serials of all members, on all of them", async () => {
      const before = await Promise.all(MEMBERS.map((serial) => bytesOf(lab(), [serial])));
      const consent = MEMBERS.map((serial) => `--write-serial ${serial}`).join(" ");
      expect(await guard(lab(), VOLUME)).toMatchObject({ exitCode: 0, reasons: [], consent });
      const run = await bench(lab(), VOLUME, `${WRITE} ${consent}`);
      expect(run).toMatchObject({ exitCode: 0, error: null, result: { interrupted: false, errors: [] } });
      const after = await Promise.all(MEMBERS.map((serial) => bytesOf(lab(), [serial])));
      for (const [index, digest] of after.entries()) expect(digest).not.toBe(before[index]);
    });
  });
}
