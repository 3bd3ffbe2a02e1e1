import { buildAgent, buildWeb } from "../steps/build.ts";
import { buildDebianPackage } from "../steps/debian-package.ts";
import { agentTargetDir } from "../steps/paths.ts";
import { LAB_PACKAGES, labObstacle } from "./lab-machine.ts";
import { packageObstacle } from "./throw-away-root.ts";

/** One part of `npm test`. It runs where its Debian packages are there, and is listed as skipped where not. */
export interface Part {
  readonly name: string;
  readonly what: string;
  readonly packages: readonly string[];
  /** Something of the machine, beside packages, that stands against it. */
  readonly obstacle?: () => string | null;
  readonly prepare?: (show: (line: string) => void) => Promise<unknown>;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

const cargo = (...args: string[]): [string, ...string[]] => ["cargo", ...args, "--manifest-path", "agent/Cargo.toml"];
const playwright = ["playwright", "test", "--config", "e2e/playwright.config.ts"] as const;
const buildAll = async (show: (line: string) => void) => {
  await buildAgent(show);
  await buildWeb(show);
};

export const parts: readonly Part[] = [
  {
    name: "unit",
    what: "pure TypeScript and the wire contract",
    packages: [],
    command: ["vitest", "run", "--project", "unit"],
  },
  {
    name: "integration",
    what: "verbs, gateway and worker on a real PostgreSQL",
    packages: [],
    command: ["vitest", "run", "--project", "integration"],
  },
  {
    name: "agent",
    what: "Rust: decoders, engine, guard on real block devices, spool, uplink",
    packages: ["gcc", "libc6-dev", "e2fsprogs", "util-linux"],
    command: cargo("test", "--workspace", "--locked", "--quiet"),
    env: { CARGO_TARGET_DIR: agentTargetDir },
  },
  {
    name: "kills",
    what: "agent, gateway and PostgreSQL killed at work: nothing lost, stored twice or done twice; `npm start` restores what was killed",
    packages: [],
    prepare: buildAll,
    command: ["vitest", "run", "--project", "kills"],
  },
  {
    name: "proxy",
    what: "the pages and the gateway behind the nginx configuration of docs/deployment.md",
    packages: ["nginx", "openssl"],
    prepare: buildWeb,
    command: ["vitest", "run", "--project", "proxy"],
  },
  {
    name: "package",
    what: "the agent's Debian package installed, removed and purged, and its hardened systemd unit",
    packages: ["systemd"],
    obstacle: packageObstacle,
    prepare: buildDebianPackage,
    command: ["vitest", "run", "--project", "package"],
  },
  {
    name: "containers",
    what: "docker-compose.yml is valid",
    packages: ["docker-compose"],
    command: ["docker-compose", "config", "--quiet"],
    env: {
      POSTGRES_PASSWORD: "checked-not-used",
      CROSSPOINT_OWNER_PASSWORD: "checked-not-used",
      CROSSPOINT_APP_PASSWORD: "checked-not-used",
      BETTER_AUTH_SECRET: "checked-not-used",
    },
  },
  {
    name: "browser",
    what: "the pages in a real Chromium against the real server, worker and agent",
    packages: ["chromium"],
    prepare: buildAll,
    command: [...playwright, "--project", "browser"],
  },
  {
    name: "virtual host",
    what: "a virtual machine with NVMe controllers boots and answers; uring-bench's guard, engines, faults and accuracy in it; the agent's and the server's systemd units, other versions of nvme-cli, a drive that hangs",
    packages: LAB_PACKAGES,
    obstacle: labObstacle,
    prepare: buildAgent,
    command: ["vitest", "run", "--project", "lab"],
  },
  {
    name: "lab",
    what: "from the browser to real NVMe controllers and back",
    packages: ["chromium", ...LAB_PACKAGES],
    obstacle: labObstacle,
    prepare: buildAll,
    command: [...playwright, "--project", "lab"],
  },
];
