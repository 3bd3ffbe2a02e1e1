import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let logsDir: string;
beforeEach(() => {
  logsDir = mkdtempSync(join(tmpdir(), "crosspoint-child-"));
});
afterEach(() => rmSync(logsDir, { recursive: true, force: true }));

function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && readFileSync(stat, "utf8").split(") ")[1]?.[0] !== "Z";
}

describe("a service", () => {
  it.runIf(process.platform === "linux")("ends when whoever started it was killed", async () => {
    const script = `
      import { Service } from ${JSON.stringify(new URL("child.ts", import.meta.url).href)};
      const service = new Service("sleeper", "sleep", ["60"], { logsDir: ${JSON.stringify(logsDir)} });
      console.log(service.pid);
      setInterval(() => undefined, 1000);`;
    const starter = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(starter.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/comm`, "utf8")).toBe("sleep\n"), { timeout: 5000 });
    starter.kill("SIGKILL");
    await once(starter, "exit");
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 5000 });
  });
});
