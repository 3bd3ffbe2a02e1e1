import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "./command.ts";

let folder: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosspoint-command-"));
  log = join(folder, "logs", "part.log");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const shell = (script: string, signal = new AbortController().signal) =>
  runCommand({ command: ["sh", "-c", script], env: { SAID: "hello" }, log }, signal);

const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0] !== "Z";

describe.runIf(process.platform === "linux")("a part's command", () => {
  it("has its output in its log, whole and in order, and its exit code told", async () => {
    expect(await shell("echo $SAID; echo trouble >&2; exit 3")).toBe(3);
    expect(readFileSync(log, "utf8")).toBe("hello\ntrouble\n");
  });

  it("leaves nothing running behind it", async () => {
    await shell("sleep 600 & echo $!");
    const pid = Number(readFileSync(log, "utf8"));
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  });

  it("is ended, with what it started, when all is stopped", async () => {
    const stop = new AbortController();
    const ended = shell("sleep 600 & echo $!; sleep 600", stop.signal);
    await vi.waitFor(() => expect(readFileSync(log, "utf8")).toMatch(/\d+\n/));
    const pid = Number(readFileSync(log, "utf8"));
    expect(isRunning(pid)).toBe(true);
    stop.abort();
    expect(await ended).not.toBe(0);
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  });

  it("that is not there is an error", async () => {
    // Where the kernel can end it with this process, it is setpriv that says so.
    const nowhere = runCommand({ command: ["/nowhere/at-all"], log }, new AbortController().signal);
    expect(await nowhere.catch(() => "an error")).not.toBe(0);
  });
});
