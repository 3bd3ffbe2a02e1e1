import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Drive } from "../virtual-host.ts";
import { bench, bytesOf, guard, type Lab } from "./bench.ts";

const SERIAL = "UNCLAIMED";
const WRITE = `--rw randwrite --qd 4 --duration 200ms --write-serial ${SERIAL}`;

export const UNCLAIMED_DRIVES: readonly Drive[] = [{ serial: SERIAL, sizeBytes: 32 << 20 }];

/** Users of a drive that do not claim it (`O_EXCL`), as QEMU on a raw device, SPDK and the kernel's NVMe target. */
export function unclaimedTests(lab: () => Lab): void {
  describe("a drive that somebody uses without claiming it", () => {
    let users: Users;
    beforeEach(() => {
      users = new Users(lab());
    });
    afterEach(() => users.end());

    it("by its block device, is not written, and may be if that is for reading alone", async () => {
      const writer = await users.inBackground(`exec sleep 300 3<>${users.disk}`);
      expect(await users.refusal()).toContainEqual(
        expect.stringMatching(new RegExp(`^${users.disk} is open for writing by \\S+ \\(process ${writer}\\)$`)),
      );
      await users.output(`kill -KILL ${writer}; sleep 0.2`);
      const reader = await users.inBackground(`exec sleep 300 3<${users.disk}`);
      const verdict = await guard(users.lab, users.disk);
      expect(verdict).toMatchObject({ exitCode: 0, reasons: [] });
      expect(verdict.notes).toContainEqual(expect.stringContaining(`(process ${reader})`));
    });

    it("by its generic device, is not written", async () => {
      const generic = users.disk.replace("/nvme", "/ng");
      const writer = await users.inBackground(`exec sleep 300 3<>${generic}`);
      expect(await users.refusal()).toContainEqual(
        expect.stringMatching(new RegExp(`^${generic} is open for writing by \\S+ \\(process ${writer}\\)$`)),
      );
    });

    it("by the kernel's NVMe target, is not written", async () => {
      await users.exported("nqn.lab.export", false);
      expect(await users.refusal()).toEqual([
        `${users.disk} is exported by the NVMe target (subsystem nqn.lab.export, namespace 1)`,
      ]);
    });

    it("through something that no list names, is not written", async () => {
      const other = await users.exported("nqn.lab.hidden", true);
      // It is one of native multipath, whose paths have no device number.
      const paths = "/sys/class/block/nvme*c*n1";
      expect(await users.output(`ls -d ${paths}; ls -d ${paths}/dev 2>/dev/null; true`)).toMatch(
        /^\S+\/nvme\d+c\d+n1$/,
      );
      expect(await guard(users.lab, other), "nobody uses it").toMatchObject({ exitCode: 0, reasons: [] });
      // The target goes on without the file system that shows it.
      await users.output("umount /sys/kernel/config");
      expect(await guard(users.lab, users.disk), "nobody uses it yet").toMatchObject({ exitCode: 0, reasons: [] });
      await users.inBackground(
        `while :; do dd if=/dev/zero of=${other} bs=4k count=1 seek=2000 oflag=direct; sleep 0.1; done`,
      );
      const write = await bench(users.lab, users.disk, WRITE);
      expect(write).toMatchObject({ exitCode: 3, start: null, result: null });
      expect(write.error?.message).toMatch(
        new RegExp(
          `another process or a kernel module is doing I/O on ${users.disk}: within 1 s there were \\d+ reads, [1-9]`,
        ),
      );
    });
  });
}

/** Whoever uses the drive, until the end of a test. */
class Users {
  readonly lab: Lab;
  readonly disk: string;
  readonly #undo: string[] = [];

  constructor(lab: Lab) {
    this.lab = lab;
    this.disk = lab.disk(SERIAL);
  }

  async end(): Promise<void> {
    for (const script of this.#undo.splice(0).reverse()) await this.lab.host.output(script);
  }

  async output(script: string): Promise<string> {
    return (await this.lab.host.output(script)).toString().trim();
  }

  /** Runs a program in the background, and ends it after the test. Its process identifier. */
  async inBackground(script: string): Promise<string> {
    const pid = await this.output(`setsid sh -c '${script}' >/dev/null 2>&1 & echo $!`);
    this.#undo.push(`kill -KILL -${pid} ${pid} 2>/dev/null; true`);
    return pid;
  }

  /** Neither the guard nor a run that names the drive gets through, and no byte changes. */
  async refusal(): Promise<string[]> {
    const before = await bytesOf(this.lab, [SERIAL]);
    const verdict = await guard(this.lab, this.disk);
    expect(verdict).toMatchObject({ exitCode: 3, mayBeWritten: false });
    const write = await bench(this.lab, this.disk, WRITE);
    expect(write).toMatchObject({ exitCode: 3, start: null, seconds: [], result: null });
    for (const reason of verdict.reasons.filter((text) => !text.startsWith("somebody else"))) {
      expect(write.error?.message).toContain(reason);
    }
    expect(await bytesOf(this.lab, [SERIAL])).toBe(before);
    return verdict.reasons;
  }

  /** The target exports the drive under this name; its own host side is connected if asked for. The other end's device. */
  async exported(nqn: string, isConnected: boolean): Promise<string> {
    const nvmet = "/sys/kernel/config/nvmet";
    const namespace = `${nvmet}/subsystems/${nqn}/namespaces/1`;
    await this.output(`[ -e ${nvmet} ] || mount -t configfs none /sys/kernel/config
      mkdir -p ${namespace} ${nvmet}/ports/1 && cd ${nvmet} && echo 1 >subsystems/${nqn}/attr_allow_any_host &&
      echo -n ${this.disk} >${namespace}/device_path && echo 1 >${namespace}/enable &&
      echo loop >ports/1/addr_trtype && ln -s ${nvmet}/subsystems/${nqn} ports/1/subsystems/`);
    this.#undo.push(`[ -e ${nvmet} ] || mount -t configfs none /sys/kernel/config
      rm ${nvmet}/ports/1/subsystems/${nqn} && echo 0 >${namespace}/enable &&
      rmdir ${namespace} ${nvmet}/subsystems/${nqn} ${nvmet}/ports/1`);
    if (!isConnected) return "";
    this.#undo.push(`for controller in /sys/class/nvme/nvme*; do
      [ "$(cat $controller/transport)" = loop ] && echo 1 >$controller/delete_controller; true; done`);
    // nvme connect asks for times that this transport does not have.
    return await this.output(`id=$(cat /proc/sys/kernel/random/uuid)
      echo "nqn=${nqn},transport=loop,hostnqn=nqn.2014-08.org.nvmexpress:uuid:$id,hostid=$id" >/dev/nvme-fabrics || exit
      for try in $(seq 50); do
        for block in /sys/class/block/nvme*n1; do
          [ "$(cat $block/hidden)" = 0 ] && [ "$(cat $block/device/subsysnqn)" = ${nqn} ] && echo /dev/$(basename $block) && exit
        done
        sleep 0.1
      done; exit 1`);
  }
}
