import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** User and system time of a process with all its threads; the kernel rounds to 10 ms. */
export function cpuSecondsOf(pid: number): number {
  const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number);
  return (user + system) / 100;
}

/** Of a process and of all that it started, those that have ended and were waited for included. */
export function cpuSecondsOfTree(pid: number): number {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid);
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = statOf(pid).slice(11, 15).map(Number);
  const own = (user + system + childUser + childSystem) / 100;
  return children.reduce((sum, child) => sum + cpuSecondsOf(child), own);
}

/** The process that PostgreSQL's others are children of. */
export function postmasterOf(dataDir: string): number {
  return postmasterIn(join(dataDir, "cluster"));
}

/** The same by the folder of the cluster itself. */
export function postmasterIn(cluster: string): number {
  return Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);
}

export function residentMebibytesMost(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** The fields behind the program's name: state, parent, … */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
