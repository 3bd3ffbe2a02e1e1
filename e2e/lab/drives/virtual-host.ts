import { describe, expect, it } from "vitest";
import type { Drive, VirtualHost } from "../virtual-host.ts";

const GIB = 1 << 30;

export const HOSTNAME = "vault-7";
export const OWN_DRIVES: readonly Drive[] = [
  { serial: "LAB-A", sizeBytes: GIB },
  { serial: "LAB-B", sizeBytes: 2 * GIB, iopsLimit: 1000, logicalBlockBytes: 4096 },
];
/** What is given to the guest to find there. */
export const OWN_FILES = { "/etc/crosspoint/policy.toml": { contents: "# by hand\n" } };

/** Byte offset of a field in the SMART / Health log and in Identify Controller (NVMe Base Specification 2.0c). */
const SMART_CRITICAL_WARNING = 0;
const IDENTIFY_SERIAL = { start: 4, end: 24 };

/** The lab itself, on a host with the drives and files above and fio. */
export function virtualHostTests(lab: () => VirtualHost): void {
  describe("a virtual host", () => {
    const deviceOf = async (serial: string) =>
      (await lab().output(`dirname $(grep -l ${serial} /sys/class/nvme/*/serial) | xargs basename`)).toString().trim();

    it("runs commands, several at once, and returns their bytes and exit codes", async () => {
      const [slow, failing, bytes] = await Promise.all([
        lab().exec("sleep 1; hostname"),
        lab().exec("echo one; echo two >&2; exit 3"),
        lab().output("printf '\\000\\377\\n\\200'"),
      ]);
      expect(slow).toEqual({ stdout: `${HOSTNAME}\n`, stderr: "", exitCode: 0 });
      expect(failing).toEqual({ stdout: "one\n", stderr: "two\n", exitCode: 3 });
      expect(bytes).toEqual(Buffer.from([0, 0o377, 0x0a, 0o200]));
    });

    it("answers each of many commands sent at once, with its own output", async () => {
      const numbers = Array.from({ length: 20 }, (_, index) => index);
      const answers = await Promise.all(numbers.map((number) => lab().exec(`seq ${number} ${number + 2000}`)));
      expect(answers.map(({ stdout }) => Number(stdout.split("\n")[0]))).toEqual(numbers);
      expect(answers.map(({ stdout }) => stdout.trimEnd().split("\n").length)).toEqual(numbers.map(() => 2001));
    });

    it("ends a command that overruns its limit, with its children, and says what it waited for", async () => {
      const overrun = lab().exec("sleep 4321; true", { timeoutMs: 1000 });
      await expect(overrun).rejects.toThrow(/overran its time limit[\s\S]*\d+ is in state S: sleep 4321/);
      expect((await lab().output("ps -o args")).toString()).not.toContain("sleep 4321");
    });

    it("has the files it was given, the right time, all processors and a network", async () => {
      expect((await lab().output("cat /etc/crosspoint/policy.toml")).toString()).toBe("# by hand\n");
      const guestSeconds = Number(await lab().output("date +%s"));
      expect(Math.abs(guestSeconds - Date.now() / 1000)).toBeLessThan(10);
      expect(Number(await lab().output("nproc"))).toBe(2);
      expect((await lab().exec("ping -c 1 -W 5 192.0.2.2")).exitCode).toBe(0);
    });

    it("shows both drives to nvme list, with their sizes and block sizes", async () => {
      const listed = (await lab().output("nvme list")).toString();
      expect(listed).toMatch(/LAB-A +QEMU NVMe Ctrl .* 1\.07 +GB +512 +B/);
      expect(listed).toMatch(/LAB-B +QEMU NVMe Ctrl .* 2\.15 +GB +4 +KiB/);
    });

    it("answers Identify Controller and the SMART / Health log in binary", async () => {
      const device = `/dev/${await deviceOf("LAB-A")}`;
      const identify = await lab().output(`nvme id-ctrl ${device} -o binary`);
      expect(identify).toHaveLength(4096);
      expect(identify.toString("latin1", IDENTIFY_SERIAL.start, IDENTIFY_SERIAL.end)).toBe("LAB-A".padEnd(20));
      expect(await lab().output(`nvme smart-log ${device} -o binary`)).toHaveLength(512);
    });

    it("holds a drive to its IOPS limit", async () => {
      const device = `/dev/${await deviceOf("LAB-B")}n1`;
      const report = await lab().output(
        `fio --name=read --filename=${device} --ioengine=io_uring --direct=1 --rw=randread --bs=4k --iodepth=16` +
          " --ramp_time=1 --runtime=2 --time_based --output-format=json",
      );
      const { jobs } = JSON.parse(report.toString()) as { jobs: [{ read: { iops: number } }] };
      expect(jobs[0].read.iops).toBeGreaterThan(900);
      expect(jobs[0].read.iops).toBeLessThan(1100);
    });

    it("raises and clears a health warning", async () => {
      const device = `/dev/${await deviceOf("LAB-A")}`;
      const warning = async () => (await lab().output(`nvme smart-log ${device} -o binary`))[SMART_CRITICAL_WARNING];
      expect(await warning()).toBe(0);
      await lab().setCriticalWarning("LAB-A", 0b100);
      expect(await warning()).toBe(0b100);
      await lab().setCriticalWarning("LAB-A", 0);
      expect(await warning()).toBe(0);
    });

    it("loses a drive that is pulled out, and finds one that is plugged in", async () => {
      await lab().unplug("LAB-B");
      const left = await lab().output("cat /sys/class/nvme/*/serial");
      expect(left.toString()).toMatch(/^LAB-A +$/m);
      expect(left.toString()).not.toContain("LAB-B");
      await expect(lab().unplug("LAB-B")).rejects.toThrow("has no drive LAB-B; it has LAB-A");

      await lab().plug({ serial: "LAB-C", sizeBytes: GIB });
      const appeared =
        "for i in $(seq 100); do grep -qs LAB-C /sys/class/nvme/*/serial && exit; sleep 0.1; done; exit 1";
      expect((await lab().exec(appeared)).exitCode).toBe(0);
    });
  });
}
