import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { packLayer } from "./image.ts";

/** A file of the guest: the path on this machine of one to copy (its mode is kept), or its contents. */
export type GuestFile = { from: string } | { contents: string };

/** What a guest's files tell of one boot. */
interface BootFiles {
  hostname: string;
  agentBinary?: string;
  benchBinary?: string;
  files?: Readonly<Record<string, GuestFile>>;
}

/** The cached layers, then one with what is particular to this boot. The kernel unpacks concatenated archives in turn. */
export async function writeInitramfs(
  path: string,
  layers: readonly string[],
  options: BootFiles,
  directory: string,
): Promise<void> {
  const root = join(directory, "root");
  // The modes of an installed system, whatever the umask here: the agent does not obey a policy that others can write.
  await mkdir(root, { mode: 0o755 });
  for (const [guestPath, file] of Object.entries(bootFiles(options))) {
    const target = join(root, guestPath);
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    if ("from" in file) {
      await copyFile(file.from, target);
    } else {
      await writeFile(target, file.contents, { mode: 0o644 });
    }
    if (guestPath.includes("/bin/")) {
      await chmod(target, 0o755);
    }
  }
  const last = join(directory, "boot.cpio");
  await packLayer(root, last);
  for (const layer of [...layers, last]) {
    await pipeline(createReadStream(layer), createWriteStream(path, { flags: "a" }));
  }
  await rm(last);
  await rm(root, { recursive: true });
}

function bootFiles({ hostname, agentBinary, benchBinary, files = {} }: BootFiles): Record<string, GuestFile> {
  return {
    "/etc/hostname": { contents: `${hostname}\n` },
    "/etc/hosts": { contents: `127.0.0.1 localhost\n192.0.2.15 ${hostname}\n` },
    "/etc/passwd": { contents: "root:x:0:0:root:/root:/bin/sh\n" },
    "/etc/group": { contents: "root:x:0:\n" },
    "/etc/os-release": { contents: 'ID=crosspoint-lab\nPRETTY_NAME="Crosspoint lab"\n' },
    "/etc/machine-id": { contents: `${createHash("md5").update(hostname).digest("hex")}\n` },
    ...(agentBinary === undefined ? {} : { "/usr/bin/crosspoint-agent": { from: agentBinary } }),
    ...(benchBinary === undefined ? {} : { "/usr/bin/uring-bench": { from: benchBinary } }),
    ...files,
  };
}
