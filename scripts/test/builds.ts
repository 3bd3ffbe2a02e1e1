import { buildAgentPackages } from "../steps/agent-packages.ts";
import { buildAgent, buildWeb } from "../steps/build.ts";
import { cargoEnvironment } from "../steps/cargo.ts";
import { runToEnd } from "../steps/child.ts";

/** What parts of the tests need built. Cargo and Next.js keep every processor busy that nothing else does. */
export interface Build {
  readonly after: readonly BuildName[];
  readonly cores: number;
  readonly run: (show: (line: string) => void) => Promise<unknown>;
}

export type BuildName = "agent binaries" | "pages" | "the crates' tests" | "agent packages";

export const builds: Readonly<Record<BuildName, Build>> = {
  "agent binaries": { after: [], cores: 1, run: buildAgent },
  pages: { after: [], cores: 1, run: buildWeb },
  "the crates' tests": { after: [], cores: 1, run: buildCrateTests },
  "agent packages": { after: ["agent binaries"], cores: 1, run: buildAgentPackages },
};

/** The builds that these need, and what those need, in the order in which they are listed. */
export function neededBuilds(names: readonly BuildName[]): BuildName[] {
  const needed = new Set(names);
  for (const name of needed) for (const before of builds[name].after) needed.add(before);
  return (Object.keys(builds) as BuildName[]).filter((name) => needed.has(name));
}

async function buildCrateTests(show: (line: string) => void): Promise<void> {
  await runToEnd("cargo", ["test", "--manifest-path", "agent/Cargo.toml", "--workspace", "--locked", "--no-run"], {
    show,
    env: cargoEnvironment,
    remedy: "The compiler's message is above.",
  });
}
