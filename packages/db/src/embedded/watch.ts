import { spawn } from "node:child_process";
import { join } from "node:path";

/** Waits for the process of $1 to end, and asks the PostgreSQL of $2, if it still runs, to end without waiting for clients. */
const script = `
while kill -0 "$1" 2>/dev/null; do sleep 1; done
pid=$(head -n 1 "$2" 2>/dev/null) && kill -INT "$pid"
`;

/**
 * Ends a cluster after this process, however that ends: it runs in a session of its own, where neither Ctrl-C nor the end of
 * a killed test run reaches it. What watches leaves the process group as well, and has nothing of ours open.
 */
export function endWithThisProcess(clusterFolder: string): void {
  const args = ["-c", script, "sh", String(process.pid), join(clusterFolder, "postmaster.pid")];
  spawn("sh", args, { cwd: "/", detached: true, stdio: "ignore" }).unref();
}
