import { beforeAll, describe, expect, it } from "vitest";
import type { Drive } from "../virtual-host.ts";
import { bench, bytesOf, guard, type Lab } from "./bench.ts";

const MIB = 1 << 20;
const WRITE = "--rw randwrite --qd 4 --duration 200ms";
const MAKE_EXT4 = "mkfs.ext4 -q -E lazy_itable_init=0,lazy_journal_init=0";

/** A drive that holds something. In each script `$disk` is its namespace, and `$second` that of a second drive. */
interface Occupied {
  /** How it is occupied, and by which drive's serial it goes in this test. */
  what: string;
  serial: string;
  /** Serial of the second drive, where there is one. */
  second?: string;
  /** Makes it so. */
  script: string;
  /** What is asked for; the namespace itself if not given. */
  target?: (disk: string) => string;
  /** A reason for the refusal. */
  reason: (disk: string) => string;
  /** Whether something uses it at this moment, so that a run that reads it has to say so; for this reason among others. */
  inUse: boolean | "in many ways";
}

/** lvcreate would have a program look at the pool that it has just made. */
const NO_THIN_CHECK = `--config 'global/thin_check_executable=""'`;

/** Writes labels of ZFS, by their place in units of their size: of each the first uberblocks (magic, version 5000, group). */
function zfsLabels(places: readonly number[]): string {
  const LABEL_KIB = 256;
  const uberblock = String.raw`\014\261\272\000\000\000\000\000\210\023\000\000\000\000\000\000\005\000\000\000\000\000\000\000`;
  const slots = places.flatMap((place) => [0, 1, 2, 3, 4, 5].map((slot) => place * LABEL_KIB + LABEL_KIB / 2 + slot));
  return slots
    .map((at) => `printf '${uberblock}' | dd of=$disk bs=1k seek=${at} conv=notrunc 2>/dev/null`)
    .join(" && ");
}

/** bcache writes for a moment more, also while it ends; the bytes are compared afterwards. */
const SETTLE = `for try in $(seq 50); do
        before=$(cat /sys/class/block/*/stat); sleep 0.5; [ "$before" = "$(cat /sys/class/block/*/stat)" ] && break
      done`;

const OCCUPIED: readonly Occupied[] = [
  {
    what: "is mounted",
    serial: "MOUNTED",
    script: `${MAKE_EXT4} $disk && mkdir /mnt/whole && mount $disk /mnt/whole`,
    reason: (disk) => `${disk} is mounted on /mnt/whole`,
    inUse: true,
  },
  {
    what: "has a mounted partition",
    serial: "PARTITION",
    script: `printf 'label: gpt\\nsize=16M\\nsize=8M\\n' | sfdisk -q $disk && ${MAKE_EXT4} \${disk}p1 &&
      mkdir /mnt/part && mount \${disk}p1 /mnt/part`,
    reason: (disk) => `${disk}p1 is mounted on /mnt/part`,
    inUse: true,
  },
  {
    what: "has a partition beside the mounted one, which is asked for",
    serial: "PARTITION",
    script: "true",
    target: (disk) => `${disk}p2`,
    reason: (disk) => `${disk}p1 is mounted on /mnt/part`,
    inUse: true,
  },
  {
    what: "is swap",
    serial: "SWAP",
    script: "mkswap $disk && swapon $disk",
    reason: (disk) => `${disk} is swap space in use`,
    inUse: true,
  },
  {
    what: "is the physical volume of an active volume group",
    serial: "LVM",
    script: "lvm pvcreate -y $disk && lvm vgcreate vault $disk && lvm lvcreate -y -n data -l 100%VG vault",
    reason: (disk) => `${disk} is part of /dev/dm-0 (LVM, md or device mapper)`,
    inUse: true,
  },
  {
    what: "is the physical volume of an inactive volume group",
    serial: "LVM",
    script: "lvm vgchange --activate n vault",
    reason: () => "it has the signature of LVM2 physical volume",
    inUse: false,
  },
  {
    what: "is a member of an md RAID 0",
    serial: "RAID-0",
    second: "RAID-1",
    script: "mdadm --create /dev/md0 --run --level=0 --raid-devices=2 $disk $second",
    reason: (disk) => `${disk} is part of /dev/md0 (LVM, md or device mapper)`,
    inUse: true,
  },
  {
    what: "is a member of a stopped md RAID 0",
    serial: "RAID-0",
    second: "RAID-1",
    script: "mdadm --stop /dev/md0",
    reason: () => "it has the signature of md RAID member (1.2)",
    inUse: false,
  },
  {
    what: "is under a device mapper volume",
    serial: "LINEAR",
    script: 'echo "0 $(blockdev --getsz $disk) linear $disk 0" | dmsetup create linear',
    reason: (disk) => `${disk} is part of /dev/dm-0 (LVM, md or device mapper)`,
    inUse: true,
  },
  {
    what: "has a GPT without partitions",
    serial: "GPT",
    script: "echo 'label: gpt' | sfdisk -q $disk",
    reason: () => "it has the signature of GPT partition table",
    inUse: false,
  },
  {
    what: "carries a file system that is not mounted",
    serial: "EXT4",
    script: `${MAKE_EXT4} $disk`,
    reason: () => "it has the signature of ext2, ext3 or ext4 file system",
    inUse: false,
  },
  {
    what: "is the physical volume of a thin pool",
    serial: "LVM",
    script: `lvm vgremove -y vault && lvm vgcreate pool $disk &&
      lvm lvcreate -y -T pool/thin -L 12M --poolmetadatasize 4M -V 64M -n volume ${NO_THIN_CHECK}`,
    reason: (disk) => `${disk} is part of /dev/dm-`,
    inUse: "in many ways",
  },
  {
    what: "is under dm-crypt",
    serial: "LINEAR",
    script: `dmsetup remove linear && key=$(printf '%064d' 7) &&
      echo "0 $(blockdev --getsz $disk) crypt aes-xts-plain64 $key 0 $disk 0" | dmsetup create secret`,
    reason: (disk) => `${disk} is part of /dev/dm-`,
    inUse: "in many ways",
  },
  {
    what: "is the backing device of a bcache",
    serial: "RAID-0",
    second: "RAID-1",
    script: `wipefs -qa $disk $second && make-bcache --bucket 16k -B $disk -C $second &&
      echo $second > /sys/fs/bcache/register && echo $disk > /sys/fs/bcache/register &&
      for try in $(seq 50); do [ -e /sys/block/bcache0/bcache/cache ] && break; sleep 0.1; done
      ${SETTLE}`,
    reason: (disk) => `${disk} is part of /dev/bcache0`,
    inUse: "in many ways",
  },
  {
    what: "is the cache of a bcache",
    serial: "RAID-1",
    script: "true",
    reason: (disk) => `${disk} is part of /dev/bcache0`,
    inUse: "in many ways",
  },
  {
    what: "is the cache of a bcache that was stopped",
    serial: "RAID-1",
    script: `set=$(readlink -f /sys/block/bcache0/bcache/cache) && echo 1 > $set/stop &&
      for try in $(seq 100); do [ -e $set ] || break; sleep 0.1; done; ! [ -e $set ] &&
      ${SETTLE}`,
    reason: () => "it has the signature of bcache",
    inUse: false,
  },
  {
    what: "belongs to a mounted btrfs of two devices, and is not the one that the mount names",
    serial: "BTRFS-B",
    second: "BTRFS-A",
    script: `mkfs.btrfs -q $second $disk && mkdir /mnt/btrfs && mount -t btrfs -o device=$disk $second /mnt/btrfs`,
    reason: (disk) => `${disk} belongs to a mounted btrfs file system`,
    inUse: true,
  },
  {
    what: "belongs to a btrfs of two devices that is not mounted",
    serial: "BTRFS-B",
    second: "BTRFS-A",
    script: "umount /mnt/btrfs",
    reason: () => "it has the signature of btrfs file system",
    inUse: false,
  },
  {
    what: "has the labels of a ZFS pool's member",
    serial: "GPT",
    script: `wipefs -qa $disk && ${zfsLabels([0, 1, 126, 127])}`,
    reason: () => "it has the signature of ZFS pool member",
    inUse: false,
  },
  {
    what: "has but the last label of a ZFS pool's member",
    serial: "GPT",
    script: `dd if=/dev/zero of=$disk bs=1M count=32 2>/dev/null; ${zfsLabels([127])}`,
    reason: () => "it has the signature of ZFS pool member",
    inUse: false,
  },
  {
    what: "is read-only",
    serial: "READ-ONLY",
    script: "blockdev --setro $disk",
    reason: () => "it is read-only",
    inUse: false,
  },
];

const SERIALS = OCCUPIED.flatMap(({ serial, second }) => (second === undefined ? [serial] : [serial, second]));
export const GUARD_DRIVES: readonly Drive[] = [...new Set([...SERIALS, "SHARED", "EMPTY"])].map((serial) => ({
  serial,
  // A btrfs does not fit on less.
  sizeBytes: (serial.startsWith("BTRFS") ? 128 : 32) * MIB,
}));

export function guardTests(lab: () => Lab): void {
  describe("what is in use or holds something", () => {
    it.each(OCCUPIED)("a drive that $what may be read, not written", async (occupied) => {
      const { serial, second, script, inUse } = occupied;
      const disk = lab().disk(serial);
      const secondDisk = second === undefined ? "" : lab().disk(second);
      await lab().host.output(`disk=${disk} second=${secondDisk}\n${script} && sync`);
      const target = occupied.target?.(disk) ?? disk;
      const reason = occupied.reason(disk);
      const drives = second === undefined ? [serial] : [serial, second];
      const before = await bytesOf(lab(), drives);

      const verdict = await guard(lab(), target);
      expect(verdict).toMatchObject({ exitCode: 3, mayBeWritten: false });
      expect(verdict.reasons).toContainEqual(expect.stringContaining(reason));

      const write = await bench(lab(), target, `${WRITE} --write-serial ${serial}`);
      expect(write.error?.message).toContain(reason);
      expect(write).toMatchObject({ exitCode: 3, start: null, seconds: [], result: null });
      expect(await bytesOf(lab(), drives)).toBe(before);

      const read = await bench(lab(), target, "--rw randread --duration 100ms");
      expect(read).toMatchObject({ exitCode: 0, error: null, start: { target: { serial } } });
      const uses = read.start?.target.inUse;
      if (inUse === "in many ways") {
        expect(uses).toContainEqual(expect.stringContaining(reason));
      } else {
        expect(uses).toEqual(inUse ? [reason] : []);
      }
    });
  });

  it("a volume that shares its drive's blocks with a mounted one may be read, not written", async () => {
    const disk = lab().disk("SHARED");
    const volume = "/dev/mapper/rest";
    // Device mapper lets two volumes map the same blocks, and shares its exclusive hold on the drive between them.
    await lab().host.output(`n=$(blockdev --getsz ${disk})
      echo "0 $n linear ${disk} 0" | dmsetup create whole && ${MAKE_EXT4} /dev/mapper/whole &&
      mkdir /mnt/shared && mount /dev/mapper/whole /mnt/shared &&
      echo "0 $((n-8192)) linear ${disk} 8192" | dmsetup create rest && sync`);
    const before = await bytesOf(lab(), ["SHARED"]);
    const mounted = expect.stringContaining("is mounted on /mnt/shared");

    const verdict = await guard(lab(), volume);
    expect(verdict).toMatchObject({ exitCode: 3, mayBeWritten: false });
    expect(verdict.reasons).toContainEqual(mounted);
    const write = await bench(lab(), volume, `${WRITE} --write-serial SHARED`);
    expect(write).toMatchObject({ exitCode: 3, error: { message: mounted }, start: null, result: null });
    expect(await bytesOf(lab(), ["SHARED"])).toBe(before);

    const read = await bench(lab(), volume, "--rw randread --duration 100ms");
    expect(read).toMatchObject({ exitCode: 0, error: null });
    expect(read.start?.target.inUse).toContainEqual(mounted);
  });

  describe("an empty drive", () => {
    let disk: string;
    beforeAll(() => {
      disk = lab().disk("EMPTY");
    });

    it.each([
      ["without being named", "", "requires the target to be named a second time"],
      ["by another serial", "--write-serial EMPTY-2", 'its serial number is not "EMPTY-2"'],
      ["by its path", "--write-device $disk", "cannot be named for writing in this way"],
      ["as a file", "--write-file $disk", "cannot be named for writing in this way"],
    ])("is not written %s", async (_, consent, reason) => {
      const before = await bytesOf(lab(), ["EMPTY"]);
      const run = await bench(lab(), disk, `${WRITE} ${consent.replace("$disk", disk)}`);
      expect(run.exitCode).toBe(3);
      expect(run.error?.message).toContain(reason);
      expect(run.error?.remedy).toContain("--write-serial EMPTY");
      expect(await bytesOf(lab(), ["EMPTY"])).toBe(before);
    });

    it.each([
      ["read", "--rw randread"],
      ["written", "--rw randwrite --write-serial EMPTY"],
    ])("is not %s if another namespace of it was meant", async (_, load) => {
      const before = await bytesOf(lab(), ["EMPTY"]);
      const run = await bench(lab(), disk, `${load} --duration 200ms --namespace-id 2`);
      expect(run).toMatchObject({ exitCode: 3, start: null, result: null });
      expect(run.error?.message).toBe(`${disk} is not namespace 2: it is namespace 1`);
      expect(await bytesOf(lab(), ["EMPTY"])).toBe(before);
    });

    it("is written by its own serial", async () => {
      const others = GUARD_DRIVES.map(({ serial }) => serial).filter((serial) => serial !== "EMPTY");
      const before = { it: await bytesOf(lab(), ["EMPTY"]), others: await bytesOf(lab(), others) };
      expect(await guard(lab(), disk)).toMatchObject({ exitCode: 0, reasons: [], consent: "--write-serial EMPTY" });
      const run = await bench(lab(), disk, `${WRITE} --write-serial EMPTY --namespace-id 1`);
      expect(run).toMatchObject({ exitCode: 0, error: null, result: { interrupted: false, errors: [] } });
      expect(run.result?.write?.operations).toBeGreaterThan(0);
      expect(await bytesOf(lab(), ["EMPTY"])).not.toBe(before.it);
      expect(await bytesOf(lab(), others)).toBe(before.others);
    });
  });
}
