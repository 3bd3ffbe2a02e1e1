import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { typeScriptUses } from "../../imports/uses.ts";
import { root } from "../../steps/paths.ts";
import { parts } from "../parts.ts";
import { chooseTests } from "./choose.ts";
import { lookedAtBy, outside, shownIn } from "./rules.ts";

const packageJson = (name: string) =>
  JSON.stringify({ name: `@crosspoint/${name}`, exports: { ".": "./src/index.ts", "./*": "./src/*.ts" } });
const cargo = (name: string, dependencies = "") => `[package]\nname = "${name}"\n[dependencies]\n${dependencies}\n`;

/** A small house with one of each kind of file. */
const files = {
  "packages/domain/package.json": packageJson("domain"),
  "packages/domain/src/index.ts": 'export * from "./units/mean.ts";\nexport * from "./health/verdict.ts";',
  "packages/domain/src/units/mean.ts": "export const mean = 1;",
  "packages/domain/src/units/mean.test.ts": 'import { mean } from "./mean.ts";',
  "packages/domain/src/health/verdict.ts": "export const worst = 1;",
  "packages/domain/src/health/verdict.test.ts": 'import { worst } from "./verdict.ts";',
  "packages/db/package.json": packageJson("db"),
  "packages/db/src/index.ts": 'export { client } from "./client.ts";',
  "packages/db/src/client.ts": "export const client = 1;",
  "packages/services/package.json": packageJson("services"),
  "packages/services/src/host/get.ts": 'import { client } from "@crosspoint/db";\nexport const getHost = client;',
  "packages/services/src/host/get.integration.test.ts": 'import { getHost } from "./get.ts";',
  "packages/services/src/drive/get.ts":
    'import { worst } from "@crosspoint/domain";\nimport { client } from "@crosspoint/db";\nexport const getDrive = [worst, client];',
  "packages/services/src/drive/get.integration.test.ts": 'import { getDrive } from "./get.ts";',
  "packages/api/package.json": packageJson("api"),
  "packages/api/src/index.ts": 'export { router } from "./root.ts";',
  "packages/api/src/root.ts":
    'import { getDrive } from "@crosspoint/services/drive/get";\nimport { getHost } from "@crosspoint/services/host/get";\nexport const router = [getDrive, getHost];',
  "apps/web/server/trpc.ts": 'import { router } from "@crosspoint/api";\nexport const trpc = router;',
  "apps/web/ui/button.tsx": "export const Button = 1;",
  "apps/web/features/drives/page.tsx": 'import { trpc } from "@/server/trpc";\nimport { Button } from "@/ui/button";',
  "apps/web/features/hosts/page.tsx": 'import { trpc } from "@/server/trpc";',
  "apps/web/features/runs/page.tsx":
    'import { mean } from "@crosspoint/domain";\nimport { Button } from "@/ui/button";',
  "e2e/steps/sign-in.ts": "export const signIn = 1;",
  "e2e/drives/details.spec.ts": "",
  "e2e/hosts/tokens.spec.ts": "",
  "e2e/benchmarks/launch.spec.ts": "",
  "e2e/access/viewer.spec.ts": 'import { signIn } from "../steps/sign-in.ts";',
  "e2e/lab/machine.ts": "export const machine = 1;",
  "e2e/lab/accuracy.lab.test.ts": 'import { machine } from "./machine.ts";',
  "e2e/lab/journey.spec.ts": 'import { machine } from "./machine.ts";',
  "agent/crates/nvme/Cargo.toml": cargo("crosspoint-nvme"),
  "agent/crates/nvme/src/lib.rs": "",
  "agent/crates/bench/Cargo.toml": cargo("crosspoint-bench", "crosspoint-nvme.workspace = true"),
  "agent/crates/bench/src/lib.rs": "",
  "agent/crates/wire/Cargo.toml": cargo("crosspoint-wire"),
  "agent/crates/host-agent/Cargo.toml": cargo("crosspoint-agent", "crosspoint-bench.workspace = true"),
};
const sources = new Map(Object.entries(files));
const uses = typeScriptUses(sources);

/** What is run of each part that is touched. */
function touched(...changed: string[]): Record<string, "all" | readonly string[]> {
  const choices = chooseTests(changed, { sources, uses });
  return Object.fromEntries(choices.flatMap(({ part, run }) => (run === "nothing" ? [] : [[part, run] as const])));
}

describe("what a change touches", () => {
  it("are the tests that use it through what passes it on, and no others of the same package", () => {
    expect(touched("packages/domain/src/health/verdict.ts")).toEqual({
      unit: ["packages/domain/src/health/verdict.test.ts"],
      integration: ["packages/services/src/drive/get.integration.test.ts"],
      browser: ["e2e/drives/details.spec.ts"],
    });
  });

  it("are the pages that import it, and those that show its part of the services", () => {
    expect(touched("packages/domain/src/units/mean.ts")).toMatchObject({ browser: ["e2e/benchmarks/launch.spec.ts"] });
    expect(touched("packages/services/src/host/get.ts")).toEqual({
      integration: ["packages/services/src/host/get.integration.test.ts"],
      browser: ["e2e/hosts/tokens.spec.ts"],
    });
    expect(touched("apps/web/ui/button.tsx")).toEqual({
      browser: ["e2e/benchmarks/launch.spec.ts", "e2e/drives/details.spec.ts"],
    });
  });

  it("are a test that was itself changed, and those that use a changed step", () => {
    expect(touched("packages/domain/src/units/mean.test.ts")).toEqual({
      unit: ["packages/domain/src/units/mean.test.ts"],
    });
    expect(touched("e2e/steps/sign-in.ts")).toEqual({ browser: ["e2e/access/viewer.spec.ts"] });
    expect(touched("e2e/lab/machine.ts")).toEqual({
      "virtual host": ["e2e/lab/accuracy.lab.test.ts"],
      lab: ["e2e/lab/journey.spec.ts"],
    });
  });

  it("are no tests that are gone", () => {
    expect(touched("e2e/lab/gone.lab.test.ts", "e2e/drives/gone.spec.ts", "scripts/gone.test.ts")).toEqual({});
  });

  it("are all that use what a package's entry itself defines or passes on, when that changes", () => {
    expect(touched("packages/db/src/index.ts")).toMatchObject({
      integration: [
        "packages/services/src/drive/get.integration.test.ts",
        "packages/services/src/host/get.integration.test.ts",
      ],
    });
  });

  it("are all that use the database, when its schema changes", () => {
    expect(touched("prisma/schema/drive.prisma").integration).toHaveLength(2);
  });

  it("are all tests of a package, when a file changes that they read and nobody imports", () => {
    expect(touched("packages/domain/golden/percentiles.json").unit).toHaveLength(2);
  });

  it("is everything of TypeScript, when its packages change", () => {
    expect(touched("package-lock.json")).toMatchObject({ unit: "all", integration: "all", browser: "all" });
  });

  it("are a crate, those that depend on it, and the virtual hosts that are about it", () => {
    expect(touched("agent/crates/nvme/src/lib.rs")).toEqual({
      engine: ["crosspoint-bench", "crosspoint-nvme"],
      agent: ["crosspoint-agent"],
      "virtual host": ["e2e/lab/drives.lab.test.ts"],
    });
    expect(touched("agent/Cargo.lock").engine).toEqual(["crosspoint-bench", "crosspoint-nvme", "crosspoint-wire"]);
    expect(touched("packages/protocol/golden/hello.json")).toMatchObject({ engine: ["crosspoint-wire"] });
  });

  it("is a part as a whole, when what it is about changes", () => {
    expect(touched("docker-compose.yml")).toEqual({ containers: "all" });
    expect(touched("deploy/nginx.conf")).toEqual({ proxy: "all" });
    expect(touched("deploy/systemd/crosspoint-web.service")).toEqual({
      "virtual host": ["e2e/lab/units.lab.test.ts"],
    });
  });

  it("is nothing for prose, and every part says why it is left out", () => {
    expect(touched("docs/glossary.md", "README.md")).toEqual({});
    const choices = chooseTests(["README.md"], { sources, uses });
    expect(choices.map(({ part }) => part).sort()).toEqual(parts.map(({ name }) => name).sort());
    for (const choice of choices) expect(choice.run === "nothing" && choice.why.length).toBeGreaterThan(20);
  });

  it("knows every feature, and every area of the services", () => {
    const folders = (...path: string[]) =>
      readdirSync(join(root, ...path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== "testing")
        .map(({ name }) => name);
    const specs = folders("e2e");
    const features = folders("apps", "web", "features");
    for (const feature of features) for (const name of lookedAtBy[feature] ?? [feature]) expect(specs).toContain(name);
    for (const entity of folders("packages", "services", "src")) {
      expect(shownIn, "rules.ts says which features show an area").toHaveProperty(entity);
      for (const feature of shownIn[entity] ?? []) expect(features).toContain(feature);
    }
  });

  it("leaves out no folder of the browser's specs and no file of the lab, whatever changes", () => {
    const inE2e = readdirSync(join(root, "e2e"), { recursive: true, encoding: "utf8" });
    const withSpecs = inE2e.flatMap((file) => /^(?!lab\/)(.+)\/[^/]+\.spec\.ts$/.exec(file)?.[1] ?? []);
    const features = readdirSync(join(root, "apps/web/features"));
    const lookedAt = [...features, "charts"].flatMap((feature) => lookedAtBy[feature] ?? [feature]);
    expect(lookedAt).toEqual(expect.arrayContaining(withSpecs));
    const named = outside.flatMap(({ file }) => file ?? []);
    const ofLab = inE2e.filter((file) => file.endsWith(".lab.test.ts")).map((file) => `e2e/${file}`);
    expect(named).toEqual(expect.arrayContaining(ofLab));
  });

  it("names parts that there are", () => {
    const names = parts.map(({ name }) => name);
    for (const { part } of outside) expect(names).toContain(part);
  });
});
