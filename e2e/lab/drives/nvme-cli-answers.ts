import { beforeAll, describe, expect, it } from "vitest";
import type { NvmeCliVersion } from "../nvme-cli-versions.ts";
import { controllerOf } from "../second-opinion.ts";
import type { VirtualHost } from "../virtual-host.ts";

/** The one that every-answer changes; any other it leaves alone. */
const SERIAL = "EVERY-VERSION";
const OTHER_SERIAL = "HOLDS-DATA";
const INSTALLED = "/usr/sbin/nvme";

export const NVME_CLI_DRIVES = [SERIAL, OTHER_SERIAL].map((serial) => ({ serial, sizeBytes: 64 << 20 }));

/** The agent's library asks an emulated drive everything it ever asks: what it makes of the answers must be the same. */
export function nvmeCliTests(lab: () => VirtualHost, others: readonly NvmeCliVersion[]): void {
  describe("nvme-cli's version", () => {
    let device: string;
    beforeAll(async () => {
      device = `/dev/${await controllerOf(lab(), SERIAL)}`;
    });

    const answers = async (program: string, what: "read" | "change") =>
      (await lab().output(`every-answer ${program} ${device} ${what}`)).toString();

    it("installed: what the drive is and does comes out as QEMU has it", async () => {
      const read = await answers(INSTALLED, "read");
      expect(read).toContain(`serial: "${SERIAL}"`);
      expect(read).toContain("size_blocks: 131072,"); // 64 MiB of 512 bytes
      expect(read).toContain("composite_temperature_kelvin: 323,"); // what QEMU's drives always have
      expect(read).toMatch(/write_cache_enabled: Some\(\s*true,\s*\)/);
      expect(read).toMatch(/power state: Ok\(\s*0,\s*\)/);
      expect(read).toContain("--feature-id=0x10 was refused by the drive: Invalid Field in Command");
      // What tells whether a format can reach beyond what this host sees: this controller is the only one of its drive.
      expect(read).toMatch(/several_controllers: false,/);
      expect(read).toMatch(/is_shared: false,/);
      for (const list of ["allocated", "attached"]) {
        expect(read).toMatch(
          new RegExp(`^${list} namespaces: Ok\\(\\s*IdentifierList \\{\\s*identifiers: \\[\\s*1,\\s*\\]`, "m"),
        );
      }
      const changed = await answers(INSTALLED, "change");
      const written = [...changed.matchAll(/^the write cache: Ok\(\s*(\d),\s*\)/gm)].map((match) => match[1]);
      expect(written, "the value that was set is read back").toEqual(["0", "1"]);
      const formats = [...changed.matchAll(/^formatted: Ok\(\s*(\d),\s*\)/gm)].map((match) => match[1]);
      expect(formats, "the last one is refused").toEqual(["4", "0", "4", "4"]);
      const refusals = [...changed.matchAll(/Status\(\s*(\d+),/g)].map((match) => Number(match[1]).toString(16));
      // The power state; three self-tests and their log; three sanitizes and theirs; a format that is not there, and a namespace.
      const opcode = ["4001", "4001", "4001", "4002"];
      expect(refusals).toEqual(["410e", ...opcode, ...opcode, "410a", "4002"]);
    });

    it("changes no drive but the one that was made for it", async () => {
      const other = `/dev/${await controllerOf(lab(), OTHER_SERIAL)}`;
      const { exitCode, stderr } = await lab().exec(`every-answer ${INSTALLED} ${other} change`);
      expect(exitCode).not.toBe(0);
      expect(stderr.toString()).toContain(`this is QEMU NVMe Ctrl ${OTHER_SERIAL}, and it would be formatted: refused`);
    });

    for (const { version, program, obstacle } of others) {
      const skipped = obstacle === null ? "" : ` (skipped: ${obstacle})`;
      if (obstacle !== null) console.warn(`skipped: ${obstacle}`);
      it.skipIf(obstacle !== null)(`${version}: everything is as with the installed one${skipped}`, async () => {
        expect((await lab().output(`${program} version`)).toString()).toContain(`nvme version ${version}`);
        expect(await answers(program, "read")).toBe(await answers(INSTALLED, "read"));
        expect(await answers(program, "change")).toBe(await answers(INSTALLED, "change"));
      });
    }
  });
}
