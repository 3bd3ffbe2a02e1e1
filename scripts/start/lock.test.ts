import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockDataDir } from "./lock.ts";

let folder: string;
let holder: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosspoint-lock-"));
});
afterEach(async () => {
  if (holder?.exitCode === null && holder.signalCode === null) {
    holder.kill("SIGKILL");
    await once(holder, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Another process that has locked the folder. */
async function startHolder(): Promise<ChildProcess> {
  const script = `
    import { lockDataDir } from ${JSON.stringify(new URL("lock.ts", import.meta.url).href)};
    lockDataDir(${JSON.stringify(folder)});
    console.log("locked");
    setInterval(() => undefined, 1000);`;
  holder = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout as NodeJS.ReadableStream, "data");
  return holder;
}

describe("the lock of the data folder", () => {
  it("keeps a second Crosspoint out and names the first", async () => {
    const { pid } = await startHolder();
    expect(() => lockDataDir(folder)).toThrow(`Crosspoint is already running on ${folder} (process ${pid}).`);
  });

  it("dies with its process, however that ends", async () => {
    const first = await startHolder();
    first.kill("SIGKILL");
    await once(first, "exit");
    const lock = lockDataDir(folder);
    expect(lock.afterKill).toBe(true);
    lock.release();
  });

  it("is not held by a file that is left over, though its number belongs to a running process again", () => {
    writeFileSync(join(folder, "running.pid"), String(process.ppid));
    lockDataDir(folder).release();
    expect(existsSync(join(folder, "running.pid"))).toBe(false);
  });

  it("is free again once released", () => {
    for (const _start of [1, 2]) {
      const lock = lockDataDir(folder);
      expect(lock.afterKill).toBe(false);
      lock.release();
    }
  });
});
