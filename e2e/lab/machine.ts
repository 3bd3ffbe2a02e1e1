import { join } from "node:path";

/** A drive to emulate. Its model is always "QEMU NVMe Ctrl"; what tells drives apart is the serial. */
export interface Drive {
  serial: string;
  sizeBytes: number;
  /** I/Os a second that the drive is held to. Without a limit the speed is that of the emulation, and unsteady. */
  iopsLimit?: number;
  /** Bytes a second that the drive is held to. */
  bytesLimit?: number;
  /** Size of a logical block: 512 (the default) or 4096. */
  logicalBlockBytes?: 512 | 4096;
  /** A byte that cannot be read: each read of its sector ends with the NVMe status "Unrecovered Read Error". */
  unreadableByte?: number;
}

/**
 * What the guest's time is. "host": that of this machine. "instructions": a nanosecond for each instruction, and waiting
 * takes none of ours: nothing that goes on beside can be seen in the guest, and two runs of a program differ by next
 * to nothing. There is one processor then, and how long a drive seems to take is meaningless.
 */
export type Clock = "host" | "instructions";

export interface Machine {
  kernel: string;
  initramfs: string;
  kernelArgs: readonly string[];
  memoryMiB: number;
  cpus: number;
  clock: Clock;
  /** Directory of this boot: sockets, console log, drive images. */
  directory: string;
  drives: readonly Drive[];
  /** Gives the terminal to the guest's console. */
  interactive: boolean;
}

/** PCIe slots beyond the drives present at boot, for those plugged in later. */
const SPARE_SLOTS = 2;

/**
 * Has all of x86-64-v2 and, as an Intel model of family 6, a constant TSC: no calibration of each processor at boot.
 * RDRAND, because the kernel finds no randomness in an emulated machine: programs that ask for keys would wait for minutes.
 */
const CPU_MODEL = "Nehalem,+rdrand";

/** QEMU can count instructions only where one thread emulates all processors. */
const CLOCK_ARGUMENTS = {
  host: ["-accel", "tcg,thread=multi"],
  instructions: ["-accel", "tcg,thread=single", "-icount", "shift=0,sleep=off"],
} satisfies Record<Clock, string[]>;

/** The address at which the guest reaches this machine's 127.0.0.1. */
export const HOST_ADDRESS_IN_GUEST = "192.0.2.2";

export const consolePath = (directory: string) => join(directory, "console.log");
export const commandSocketPath = (directory: string) => join(directory, "commands.sock");
export const qmpSocketPath = (directory: string) => join(directory, "qmp.sock");

/** The arguments of qemu-system-x86_64 for a machine. */
export function qemuArguments(machine: Machine): string[] {
  const console = machine.interactive ? "stdio,signal=off" : "null";
  return [
    ...["-nodefaults", "-no-user-config", "-no-reboot", "-display", "none"],
    ...["-machine", "q35", "-cpu", CPU_MODEL, "-rtc", "base=utc", ...CLOCK_ARGUMENTS[machine.clock]],
    ...["-smp", String(machine.cpus), "-m", String(machine.memoryMiB)],
    ...["-kernel", machine.kernel, "-initrd", machine.initramfs, "-append", kernelCommandLine(machine)],
    ...["-chardev", `${console},id=console,logfile=${consolePath(machine.directory)}`, "-serial", "chardev:console"],
    ...["-chardev", `socket,id=qmp,path=${qmpSocketPath(machine.directory)}`, "-mon", "chardev=qmp,mode=control"],
    ...["-chardev", `socket,id=commands,path=${commandSocketPath(machine.directory)}`],
    ...["-device", "virtio-serial-pci", "-device", "virtserialport,chardev=commands,name=lab"],
    ...["-netdev", `user,id=network,net=192.0.2.0/24,host=${HOST_ADDRESS_IN_GUEST}`],
    ...["-device", "virtio-net-pci,netdev=network,romfile="],
    ...Array.from({ length: machine.drives.length + SPARE_SLOTS }, (_, slot) => slotArguments(slot)).flat(),
    ...machine.drives.flatMap((drive, slot) => driveArguments(drive, slot, machine.directory)),
  ];
}

export interface DriveParts {
  deviceId: string;
  imagePath: string;
  throttleGroup: Record<string, unknown>;
  /** In the order in which they must be added. */
  blockNodes: Record<string, unknown>[];
  device: Record<string, unknown>;
}

/** What QEMU must be told to have a drive in a slot: on its command line at boot, by QMP later. */
export function driveParts(drive: Drive, slot: number, directory: string): DriveParts {
  const imagePath = join(directory, `drive-${slot}.raw`);
  const throttleGroup = `limit-${slot}`;
  const faults = drive.unreadableByte === undefined ? [] : [faultyNode(drive.unreadableByte, slot)];
  return {
    deviceId: deviceId(slot),
    imagePath,
    throttleGroup: {
      "qom-type": "throttle-group",
      id: throttleGroup,
      limits: { "iops-total": drive.iopsLimit ?? 0, "bps-total": drive.bytesLimit ?? 0 },
    },
    blockNodes: [
      { driver: "file", "node-name": `file-${slot}`, filename: imagePath, aio: "threads", discard: "unmap" },
      ...faults,
      { driver: "raw", "node-name": `raw-${slot}`, file: faults[0]?.["node-name"] ?? `file-${slot}`, discard: "unmap" },
      { driver: "throttle", "node-name": `drive-${slot}`, file: `raw-${slot}`, "throttle-group": throttleGroup },
    ],
    device: {
      driver: "nvme",
      id: deviceId(slot),
      bus: `slot-${slot}`,
      drive: `drive-${slot}`,
      serial: drive.serial,
      logical_block_size: drive.logicalBlockBytes ?? 512,
      physical_block_size: drive.logicalBlockBytes ?? 512,
    },
  };
}

/** QEMU's blkdebug between a drive and its image: reads of one sector fail. */
function faultyNode(unreadableByte: number, slot: number) {
  const EIO = 5;
  const sector = Math.floor(unreadableByte / 512);
  const rule = { event: "none", iotype: "read", errno: EIO, sector, immediately: false, once: false };
  return { driver: "blkdebug", "node-name": `faults-${slot}`, image: `file-${slot}`, "inject-error": [rule] };
}

function kernelCommandLine({ kernelArgs, interactive }: Machine): string {
  return [
    "console=ttyS0",
    // A panic ends QEMU (with -no-reboot), so that whoever waits for the boot learns of it at once.
    "panic=-1",
    // One processor until init brings up the others; guest/init says why.
    "maxcpus=1",
    "noreplace-smp",
    // The emulated TSC is the host's: sound, but the watchdog can be fooled on a busy host into falling back to HPET.
    "tsc=reliable",
    "mitigations=off",
    "nvme.poll_queues=1",
    ...(interactive ? ["lab.shell"] : []),
    ...kernelArgs,
  ].join(" ");
}

function slotArguments(slot: number): string[] {
  return ["-device", `pcie-root-port,id=slot-${slot},chassis=${slot + 1},slot=${slot + 1}`];
}

function driveArguments(drive: Drive, slot: number, directory: string): string[] {
  const parts = driveParts(drive, slot, directory);
  return [
    ...["-object", JSON.stringify(parts.throttleGroup)],
    ...parts.blockNodes.flatMap((node) => ["-blockdev", JSON.stringify(node)]),
    ...["-device", JSON.stringify(parts.device)],
  ];
}

function deviceId(slot: number): string {
  return `nvme-${slot}`;
}
