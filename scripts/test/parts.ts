import { citusObstacle, citusPackages } from "@crosspoint/db/testing/citus";
import type { BuildName } from "./builds.ts";
import { citusTests } from "./citus-tests.ts";
import { LAB_PACKAGES, labObstacle } from "./lab-machine.ts";
import { packageObstacle } from "./throw-away-root.ts";

/** One part of `npm test`. It runs where its Debian packages are there, and is listed as skipped where not. */
export interface Part {
  readonly name: string;
  readonly what: string;
  readonly packages: readonly string[];
  /** Something of the machine, beside packages, that stands against it. */
  readonly obstacle?: () => string | null;
  readonly after: readonly BuildName[];
  /** How many processors it keeps busy, as measured on two: what waits for clocks has less than one. */
  readonly cores: number;
  readonly command: readonly [string, ...string[]];
  /** What the command is told in order to run all of it, in place of the files or crates chosen. */
  readonly all?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const vitest = (project: string): [string, ...string[]] => ["node", "scripts/test/run-vitest.ts", project];
const playwright = ["playwright", "test", "--config", "e2e/playwright.config.ts"] as const;

/**
 * What may begin comes in this order: the longest first, as the last of them decides how long all of it takes; what fits beside almost
 * anything before the three that hold verdicts to rates and latencies, and of these the one that something may run beside first.
 */
export const parts: readonly Part[] = [
  {
    name: "browser",
    what: "the pages in a real Chromium against the real server, worker and agent",
    packages: ["chromium"],
    after: ["agent binaries", "pages"],
    // Two workers, each with a stack of its own: more than one at times, and less at others. Were it told as more, it would begin last.
    cores: 1,
    command: [...playwright, "--project", "browser"],
  },
  {
    name: "virtual host",
    what: "a virtual machine with NVMe controllers boots and answers; uring-bench's guard, engines, faults and accuracy in it; the agent's and the server's systemd units, other versions of nvme-cli, a drive that hangs, volumes, a database on a drive",
    packages: LAB_PACKAGES,
    obstacle: labObstacle,
    after: ["agent binaries"],
    // What it compares with fio runs by a clock that counts instructions.
    cores: 1,
    command: vitest("lab"),
  },
  {
    name: "plans",
    what: "every built-in plan, shortened, from the browser to real NVMe controllers, side by side",
    packages: ["chromium", ...LAB_PACKAGES],
    obstacle: labObstacle,
    after: ["agent binaries", "pages"],
    // An emulated machine keeps one busy, beside the browser.
    cores: 1,
    command: [...playwright, "--project", "plans"],
  },
  {
    name: "integration",
    what: "verbs, gateway and worker on a real PostgreSQL",
    packages: [],
    after: [],
    cores: 1,
    command: vitest("integration"),
  },
  {
    name: "unit",
    what: "pure TypeScript and the wire contract",
    packages: [],
    after: [],
    cores: 1,
    command: vitest("unit"),
  },
  {
    name: "citus",
    what: "what touches the tables that grow, and `distribute`, on a Citus cluster of three nodes",
    packages: citusPackages(),
    obstacle: citusObstacle,
    after: [],
    cores: 1,
    command: vitest("integration"),
    all: citusTests,
    env: { CROSSPOINT_TEST_DATABASE: "citus" },
  },
  {
    name: "kills",
    what: "agent, gateway and PostgreSQL killed at work: nothing lost, stored twice or done twice; `npm start` restores what was killed",
    packages: [],
    after: ["agent binaries", "pages"],
    cores: 0.5,
    command: vitest("kills"),
  },
  {
    name: "proxy",
    what: "the pages and the gateway behind the nginx configuration of docs/deployment.md; two of each behind it, of which one is killed",
    packages: ["nginx", "openssl"],
    after: ["pages"],
    cores: 0.5,
    command: vitest("proxy"),
  },
  {
    name: "package",
    what: "the agent installed by the server's one line; its Debian package installed, removed and purged, and its hardened systemd unit",
    packages: ["systemd", "curl"],
    obstacle: packageObstacle,
    after: ["agent packages"],
    cores: 0.5,
    command: vitest("package"),
  },
  {
    name: "containers",
    what: "docker-compose.yml, alone and with docker-compose.citus.yml, is valid",
    packages: ["docker-compose"],
    after: [],
    cores: 0.5,
    command: ["node", "scripts/test/compose.ts"],
    env: {
      POSTGRES_PASSWORD: "checked-not-used",
      CROSSPOINT_OWNER_PASSWORD: "checked-not-used",
      CROSSPOINT_APP_PASSWORD: "checked-not-used",
      BETTER_AUTH_SECRET: "checked-not-used",
    },
  },
  {
    name: "runs",
    what: "runs on real NVMe controllers: over a crash of the agent in each kind of step; the verdicts of ACT, SNIA PTS, spec check and qualification that the drives' limits imply",
    packages: LAB_PACKAGES,
    obstacle: labObstacle,
    after: ["agent binaries"],
    // Verdicts are held to latencies, which pauses of the emulation lengthen: only what mostly waits runs beside it.
    cores: 1.5,
    command: vitest("runs"),
  },
  {
    name: "agent",
    what: "Rust: the agent as a process, with replayed drives: spool, uplink, commands, outages",
    packages: ["gcc", "libc6-dev", "e2fsprogs", "util-linux"],
    after: ["the crates' tests"],
    cores: 0.5,
    command: ["node", "scripts/test/run-crates.ts"],
    all: ["crosspoint-agent"],
    // They wait for the agent's clocks: side by side, 26 tests that change drives take 51 s instead of 139.
    env: { RUST_TEST_THREADS: "8" },
  },
  {
    name: "engine",
    what: "Rust: decoders, wire, uring-bench's engine, and its guard on real block devices",
    packages: ["gcc", "libc6-dev", "e2fsprogs", "util-linux"],
    after: ["the crates' tests"],
    // Rates and latencies are measured in it.
    cores: 2,
    command: ["node", "scripts/test/run-crates.ts"],
    all: ["--all-but", "crosspoint-agent"],
  },
  {
    name: "lab",
    what: "from the browser to real NVMe controllers and back",
    packages: ["chromium", ...LAB_PACKAGES],
    obstacle: labObstacle,
    after: ["agent binaries", "pages"],
    // It compares with fio.
    cores: 2,
    command: [...playwright, "--project", "lab"],
  },
];
