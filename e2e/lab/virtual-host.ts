import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { mkdtemp, open, readdir, readFile, rm, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { GuestCommands } from "./guest-commands.ts";
import { type OptionalTool, prepareImage } from "./image.ts";
import { type GuestFile, writeInitramfs } from "./initramfs.ts";
import {
  type Clock,
  commandSocketPath,
  consolePath,
  type Drive,
  driveParts,
  HOST_ADDRESS_IN_GUEST,
  qemuArguments,
  qmpSocketPath,
} from "./machine.ts";
import { Qmp } from "./qmp.ts";

export type { Drive } from "./machine.ts";

const BOOT_LIMIT_MS = 90_000;
/** A boot whose clock came out wrong is not the last. */
const BOOTS_MOST = 3;
const COMMAND_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 5_000;
/** Of a boot's folder; behind it comes the id of the process that it belongs to. */
const FOLDER_NAME = "crosspoint-lab-";
/** A file system in memory, on any Linux. */
const MEMORY_FOLDER = "/dev/shm";
/** For the guest itself, and for what else this machine does. */
const MEMORY_LEFT_BYTES = 8e9;
/** How much of a failed boot's console an error carries. */
const CONSOLE_TAIL_LINES = 40;

export interface VirtualHostOptions {
  hostname: string;
  drives: readonly Drive[];
  /** Static binary, in the guest as /usr/bin/crosspoint-agent. */
  agentBinary?: string;
  /** Static binary, in the guest as /usr/bin/uring-bench. */
  benchBinary?: string;
  /** Further files, by their path in the guest: a path on this machine (its mode is kept), or the contents. */
  files?: Readonly<Record<string, GuestFile>>;
  tools?: readonly OptionalTool[];
  /** Further initramfs layers (cpio archives). */
  layers?: readonly string[];
  kernelArgs?: readonly string[];
  memoryMiB?: number;
  cpus?: number;
  clock?: Clock;
  bootLimitMs?: number;
  /** Gives this process's terminal to the guest's console, with a shell. */
  interactive?: boolean;
}

export interface ExecResult {
  stdout: string;
  stderr: string;
  exitCode: number;
}

/**
 * The address under which a guest reaches a server that listens on this machine's loopback interface. To the guest it is
 * another machine without TLS: its agent needs `--allow-plain-http`.
 */
export function urlInGuest(url: string): string {
  const translated = new URL(url);
  translated.hostname = HOST_ADDRESS_IN_GUEST;
  return translated.href;
}

/**
 * Boots a machine in QEMU with emulated NVMe controllers, a stock Debian kernel and nvme-cli. Resolves once it takes
 * commands (about six seconds); rejects with the console's last lines if it does not within `bootLimitMs`. It is booted again where its clock
 * runs ahead of this machine's.
 * The machine keeps nothing: its drives and files are gone when it stops, and it dies with this process.
 */
export async function startVirtualHost(options: VirtualHostOptions): Promise<VirtualHost> {
  for (let boots = 1; ; boots += 1) {
    const host = await boot(options);
    const ahead = options.clock === "instructions" ? undefined : await host.clockAhead();
    if (ahead === undefined) return host;
    await host.stop();
    if (boots === BOOTS_MOST) throw new Error(`the virtual host was booted ${boots} times; ${ahead}`);
  }
}

async function boot(options: VirtualHostOptions): Promise<VirtualHost> {
  const place = await placeFor(options.drives);
  await removeLeftOver(place);
  const directory = await mkdtemp(join(place, `${FOLDER_NAME}${process.pid}-`));
  try {
    const image = await prepareImage(options.tools);
    const initramfs = join(directory, "initramfs.cpio");
    await writeInitramfs(initramfs, [...image.layers, ...(options.layers ?? [])], options, directory);
    await Promise.all(
      options.drives.map((drive, slot) => createDriveImage(driveParts(drive, slot, directory).imagePath, drive)),
    );
    const commands = await GuestCommands.listen(commandSocketPath(directory));
    const qmp = await Qmp.listen(qmpSocketPath(directory));
    const { memoryMiB = 1024, clock = "host", kernelArgs = [], interactive = false, drives } = options;
    const { cpus = clock === "host" ? 2 : 1 } = options;
    const size = { memoryMiB, cpus, clock };
    const machine = { kernel: image.kernel, initramfs, kernelArgs, ...size, directory, drives, interactive };
    const host = new VirtualHost(directory, startQemu(qemuArguments(machine), interactive), commands, qmp, drives);
    await host.booted(options.bootLimitMs ?? BOOT_LIMIT_MS);
    // QEMU has read it; what stays in the directory (should we be killed) is next to nothing.
    await rm(initramfs);
    return host;
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

export class VirtualHost {
  readonly pid: number;
  readonly consolePath: string;
  readonly #directory: string;
  readonly #qemu: ChildProcess;
  readonly #commands: GuestCommands;
  readonly #qmp: Qmp;
  readonly #slots: (Drive | null)[];
  readonly #ended: Promise<void>;
  readonly #removeDirectory: () => void;
  readonly #startedMs = performance.now();
  #complaints = "";

  constructor(directory: string, qemu: ChildProcess, commands: GuestCommands, qmp: Qmp, drives: readonly Drive[]) {
    this.pid = qemu.pid ?? 0;
    this.consolePath = consolePath(directory);
    this.#directory = directory;
    this.#qemu = qemu;
    this.#commands = commands;
    this.#qmp = qmp;
    this.#slots = [...drives];
    qemu.stderr?.on("data", (text: Buffer) => {
      this.#complaints = (this.#complaints + text.toString()).slice(-4000);
    });
    this.#ended = new Promise((resolve) => {
      qemu.once("close", () => resolve());
      qemu.once("error", (error) => {
        this.#complaints += String(error);
        resolve();
      });
    });
    this.#removeDirectory = () => {
      qemu.kill("SIGKILL");
      rmSync(directory, { recursive: true, force: true });
    };
    process.once("exit", this.#removeDirectory);
  }

  /** Waits until the guest takes commands. */
  async booted(limitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const outcome = await Promise.race([
      this.#commands.ready.then(() => "ready" as const),
      this.#ended.then(() => "QEMU ended"),
      new Promise<string>((resolve) => {
        timer = setTimeout(resolve, limitMs, `it took no command within ${limitMs / 1000} s`);
      }),
    ]);
    clearTimeout(timer);
    if (outcome !== "ready") {
      const console = await this.consoleTail();
      await this.stop();
      throw new Error(
        `the virtual host did not boot: ${outcome}\n${this.#complaints}\nlast lines of its console:\n${console}`,
      );
    }
    await this.#qmp.negotiate();
  }

  /** Says so where the guest's clock runs ahead: what its kernel learned at boot of the processor's speed was wrong (see README). */
  async clockAhead(): Promise<string | undefined> {
    const upSeconds = Number.parseFloat((await this.output("cat /proc/uptime")).toString());
    const realSeconds = (performance.now() - this.#startedMs) / 1000;
    if (upSeconds < realSeconds * 1.1 + 1) return undefined;
    return `its clock says that it is up for ${upSeconds} s, ${realSeconds.toFixed(1)} s after it was started`;
  }

  /** Runs a shell script in the guest; several may run at once. Rejects when it overruns `timeoutMs`. */
  async exec(script: string, { timeoutMs = COMMAND_LIMIT_MS } = {}): Promise<ExecResult> {
    const result = await this.#commands.run(script, timeoutMs);
    return { stdout: result.stdout.toString(), stderr: result.stderr.toString(), exitCode: result.exitCode };
  }

  /** Standard output of a script that must succeed, byte for byte. */
  async output(script: string, { timeoutMs = COMMAND_LIMIT_MS } = {}): Promise<Buffer> {
    const { stdout, stderr, exitCode } = await this.#commands.run(script, timeoutMs);
    if (exitCode !== 0) {
      throw new Error(`in the virtual host, exit code ${exitCode}: ${script}\n${stderr}`);
    }
    return stdout;
  }

  /** Starts a program that goes on after this call; what it prints is in /var/log/<name>.log in the guest. */
  async startService(name: string, command: string): Promise<{ pid: number }> {
    const started = await this.output(`setsid sh -c ${quote(`exec ${command}`)} >>/var/log/${name}.log 2>&1 & echo $!`);
    return { pid: Number(started.toString()) };
  }

  /**
   * Ends such a program, and waits until the kernel has let go of all that it held: on a busy machine an agent that is started at once would
   * find its state directory in use by the one before.
   */
  async endService(pid: number, signal: "TERM" | "KILL" = "TERM"): Promise<void> {
    await this.output(`kill -${signal} ${pid}; while [ -e /proc/${pid} ]; do sleep 0.1; done`);
  }

  /** Speaks to QEMU itself (QEMU Machine Protocol). */
  async qmp(command: string, args: Record<string, unknown> = {}): Promise<unknown> {
    return await this.#qmp.execute(command, args);
  }

  /** Sets the Critical Warning byte of a drive's SMART / Health log (NVMe Base Specification, log page 02h, byte 0). */
  async setCriticalWarning(serial: string, bits: number): Promise<void> {
    const { deviceId } = this.#parts(this.#slotOf(serial));
    const path = `/machine/peripheral/${deviceId}`;
    await this.#qmp.execute("qom-set", { path, property: "smart_critical_warning", value: bits });
  }

  /** The file with a drive's bytes, just as the guest's last completed write left them. Only to be read. */
  imagePathOf(serial: string): string {
    return this.#parts(this.#slotOf(serial)).imagePath;
  }

  /** Holds a drive to so many I/Os a second from now on; 0 lifts the limit. */
  async setIopsLimit(serial: string, iops: number): Promise<void> {
    const { throttleGroup } = this.#parts(this.#slotOf(serial));
    const path = `/objects/${throttleGroup.id}`;
    await this.#qmp.execute("qom-set", { path, property: "limits", value: { "iops-total": iops } });
  }

  /** Pulls a drive out, and waits until the guest has let go of it. */
  async unplug(serial: string): Promise<void> {
    const slot = this.#slotOf(serial);
    const { deviceId, blockNodes, throttleGroup } = this.#parts(slot);
    const gone = this.#qmp.event("DEVICE_DELETED", ({ device }) => device === deviceId);
    await Promise.all([gone, this.#qmp.execute("device_del", { id: deviceId })]);
    for (const node of blockNodes.toReversed()) {
      await this.#qmp.execute("blockdev-del", { "node-name": node["node-name"] });
    }
    await this.#qmp.execute("object-del", { id: throttleGroup.id });
    this.#slots[slot] = null;
  }

  /** Puts a new, empty drive into the first free slot while the host runs. */
  async plug(drive: Drive): Promise<void> {
    const free = this.#slots.indexOf(null);
    const slot = free === -1 ? this.#slots.length : free;
    this.#slots[slot] = drive;
    const { imagePath, throttleGroup, blockNodes, device } = this.#parts(slot);
    await createDriveImage(imagePath, drive);
    await this.#qmp.execute("object-add", throttleGroup);
    for (const node of blockNodes) {
      await this.#qmp.execute("blockdev-add", node);
    }
    await this.#qmp.execute("device_add", device);
  }

  /** Why nothing goes on in the guest: what its processes wait for, its clocks, and its kernel's last words. */
  async whatIsWaitedFor(): Promise<string> {
    const script =
      "date; cat /proc/uptime /proc/loadavg; sleep 1; cat /proc/uptime; dmesg | tail -n 12; timeout 10 sh /etc/lab/tell-waiting; tail -n 3 /var/log/*.log";
    const { stdout } = await this.exec(script).catch((error) => ({ stdout: String(error) }));
    const state = await this.qmp("query-status").catch(String);
    return `this machine's clock: ${new Date().toISOString()}; QEMU: ${JSON.stringify(state)}\n${stdout}`;
  }

  /** Does `work`, which waits for the guest; where it waited in vain, the error says what for. */
  async explain<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw new Error(`${String(error)}\n${await this.whatIsWaitedFor()}`, { cause: error });
    }
  }

  async consoleTail(lines = CONSOLE_TAIL_LINES): Promise<string> {
    const log = await readFile(this.consolePath, "utf8").catch(() => "(no console log)");
    return log.trimEnd().split("\n").slice(-lines).join("\n");
  }

  /** Resolves when QEMU has ended, whatever the reason. */
  async ended(): Promise<void> {
    await this.#ended;
  }

  /** Switches the machine off, as by pulling its plug, and removes its files. */
  async stop(): Promise<void> {
    const killer = setTimeout(() => this.#qemu.kill("SIGKILL"), STOP_LIMIT_MS);
    this.#qemu.kill("SIGTERM");
    await this.#ended;
    clearTimeout(killer);
    this.#commands.close();
    this.#qmp.close();
    process.removeListener("exit", this.#removeDirectory);
    await rm(this.#directory, { recursive: true, force: true });
  }

  #slotOf(serial: string): number {
    const slot = this.#slots.findIndex((drive) => drive?.serial === serial);
    if (slot === -1) {
      const present = this.#slots.flatMap((drive) => drive?.serial ?? []).join(", ");
      throw new Error(`the virtual host has no drive ${serial}; it has ${present || "none"}`);
    }
    return slot;
  }

  #parts(slot: number) {
    const drive = this.#slots[slot];
    if (drive == null) {
      throw new Error(`slot ${slot} of the virtual host is empty`);
    }
    return driveParts(drive, slot, this.#directory);
  }
}

/** QEMU under setpriv, which has the kernel kill it when this process dies, however that happens. */
function startQemu(args: readonly string[], interactive: boolean): ChildProcess {
  const stdio = interactive ? "inherit" : "ignore";
  return spawn("setpriv", ["--pdeathsig", "KILL", "qemu-system-x86_64", ...args], { stdio: [stdio, stdio, "pipe"] });
}

/** What goes on in a guest is not to wait for this machine's disk, which others share: drives are in memory where there is enough. */
async function placeFor(drives: readonly Drive[]): Promise<string> {
  const bytes = drives.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const { bavail, bsize } = await statfs(MEMORY_FOLDER).catch(() => ({ bavail: 0, bsize: 0 }));
  const free = Math.min(bavail * bsize, freemem());
  return free > bytes + MEMORY_LEFT_BYTES ? MEMORY_FOLDER : tmpdir();
}

/** A process that was killed has left its folders behind. */
async function removeLeftOver(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const pid = name.startsWith(FOLDER_NAME) ? /^\d+(?=-)/.exec(name.slice(FOLDER_NAME.length))?.[0] : undefined;
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) await rm(join(place, name), { recursive: true, force: true });
  }
}

async function createDriveImage(path: string, drive: Drive): Promise<void> {
  const file = await open(path, "w");
  await file.truncate(drive.sizeBytes);
  await file.close();
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
