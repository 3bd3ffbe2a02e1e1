/** What imports do not tell: which tests look at files that they do not import. Folders end with a slash. */

import { citusTests } from "../citus-tests.ts";

/** A file that stands for others: what uses those is touched when it changes. */
export const standsFor: readonly (readonly [prefix: string, files: readonly string[]])[] = [
  ["prisma/", ["packages/db/src/client.ts", "packages/db/src/migrate/engine.ts"]],
  ["packages/catalog/data/", ["packages/catalog/src/generated/data.ts"]],
];

/** What every test depends on. */
export const touchesEverything = [
  "package-lock.json",
  "tsconfig.base.json",
  "vitest.config.ts",
  "packages/db/src/testing/",
];

/** Files that tests of Rust read, and the crates whose tests do. */
export const readByCrates: readonly (readonly [prefix: string, crate: string])[] = [
  ["packages/protocol/golden/", "crosspoint-wire"],
  ["packages/catalog/golden/", "crosspoint-bench"],
  ["packages/catalog/data/plans", "crosspoint-bench"],
];

const bench = "agent/crates/bench/src/";
const nvme = "agent/crates/nvme/src/";
const hostAgent = "agent/crates/host-agent/src/";
const unit = "agent/packaging/";

/** Tests of the whole product from outside, and what they are about: they run if a file there changes itself. */
export const outside: readonly {
  readonly part: string;
  readonly file?: string;
  readonly about: readonly string[];
}[] = [
  {
    part: "kills",
    about: [hostAgent, "agent/crates/wire/", "apps/gateway/src/", "packages/services/src/report/", "scripts/start/"],
  },
  {
    part: "proxy",
    about: ["deploy/nginx", "docs/deployment.md", "apps/web/server/", "apps/web/serve.ts", "apps/gateway/src/"],
  },
  {
    part: "package",
    about: [
      unit,
      "agent/crates/host-agent/Cargo.toml",
      "scripts/steps/debian-package.ts",
      "scripts/steps/agent-packages.ts",
      "apps/gateway/src/install/",
    ],
  },
  {
    part: "virtual host",
    file: "e2e/lab/install.lab.test.ts",
    about: [unit, "scripts/steps/agent-packages.ts", "apps/gateway/src/install/"],
  },
  {
    part: "virtual host",
    file: "e2e/lab/upgrade.lab.test.ts",
    about: [
      unit,
      `${hostAgent}upgrade/`,
      "scripts/steps/agent-packages.ts",
      "apps/gateway/src/install/",
      "packages/services/src/upgrade/",
    ],
  },
  { part: "containers", about: ["docker-compose", "Dockerfile"] },
  {
    part: "citus",
    // Its tests and the verbs that they stand beside, and what asks for rows of the spread tables elsewhere.
    about: [
      ...citusTests,
      "packages/services/src/compare/rules/read-seconds.ts",
      "packages/services/src/drive/rules/history-intervals.ts",
      "packages/services/src/health/rules/read-pasts.ts",
      "packages/services/src/lifecycle/work-merges.ts",
      "packages/services/src/report/apply/",
      "packages/services/src/report/group/",
      "packages/services/src/run/rules/drive-effect.ts",
      "packages/services/src/run/rules/known-targets.ts",
      "prisma/",
    ],
  },
  { part: "virtual host", file: "e2e/lab/accuracy.lab.test.ts", about: [bench] },
  { part: "virtual host", file: "e2e/lab/devices.lab.test.ts", about: [bench] },
  { part: "virtual host", file: "e2e/lab/drives.lab.test.ts", about: [hostAgent, nvme] },
  { part: "virtual host", file: "e2e/lab/units.lab.test.ts", about: [hostAgent, unit, "deploy/systemd/"] },
  { part: "runs", file: "e2e/lab/runs.test.ts", about: [hostAgent, bench, "packages/domain/src/conformance/"] },
  { part: "virtual host", file: "e2e/lab/volumes.lab.test.ts", about: [hostAgent, bench] },
  { part: "lab", about: [hostAgent, "agent/crates/wire/"] },
  {
    part: "plans",
    about: ["agent/crates/host-agent/src/work/run/", "packages/catalog/data/plans/", "packages/domain/src/plan/"],
  },
];

/** An area of services, and the features that show it. */
export const shownIn: Readonly<Record<string, readonly string[]>> = {
  access: ["access", "settings"],
  audit: ["audit"],
  // Only a command line shows it.
  backup: [],
  batch: ["runs"],
  bulk: ["drives"],
  catalog: ["catalog"],
  command: ["drives", "hosts", "runs"],
  compare: ["compare"],
  drive: ["drives"],
  fleet: ["fleet"],
  group: ["groups", "drives"],
  health: ["health", "drives", "fleet", "hosts"],
  host: ["hosts"],
  lifecycle: ["drives"],
  live: ["drives", "fleet", "hosts", "runs"],
  maintenance: ["maintenance"],
  plan: ["plans", "runs"],
  removal: ["removal"],
  report: ["drives", "fleet", "hosts", "runs"],
  result: ["runs", "compare"],
  run: ["plans", "runs"],
  // No page shows them yet; what they launch is shown as runs.
  schedule: ["runs"],
  search: ["navigation"],
  // The demo's past, which every page shows.
  simulation: [],
  storage: ["settings"],
  // What is shown by the areas that use it.
  stored: [],
  telemetry: ["drives"],
  upgrade: ["hosts"],
};

/** The folders of e2e that look at a feature, where they are not the one of its name alone. */
export const lookedAtBy: Readonly<Record<string, readonly string[]>> = {
  access: ["access"],
  audit: ["access", "audit"],
  health: ["drives", "fleet", "settings"],
  maintenance: ["groups"],
  plans: ["benchmarks"],
  published: ["catalog", "compare"],
  removal: ["hosts"],
  runs: ["benchmarks", "runs"],
  settings: ["access", "settings", "storage"],
};
