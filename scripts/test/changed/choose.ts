import type { Sources } from "../../imports/import.ts";
import { cratesOf } from "../../imports/rust/crates.ts";
import type { Use } from "../../imports/uses.ts";
import { affectedFiles } from "./affected.ts";
import { lookedAtBy, outside, readByCrates, shownIn, standsFor, touchesEverything } from "./rules.ts";

/** What to run of a part: all of it, or these files, or crates; or why nothing of it. */
export type Choice =
  | { readonly part: string; readonly run: "all" | readonly string[] }
  | { readonly part: string; readonly run: "nothing"; readonly why: string };

export interface Repository {
  readonly sources: Sources;
  readonly uses: readonly Use[];
}

const startsWithAny = (file: string, prefixes: readonly string[]) => prefixes.some((prefix) => file.startsWith(prefix));

/** What the changed files touch, a choice a part. */
export function chooseTests(changed: readonly string[], repository: Repository): Choice[] {
  const everything = changed.find((file) => startsWithAny(file, touchesEverything));
  const affected = affectedFiles(
    changed.flatMap((file) => [file, ...substitutes(file, repository)]),
    repository.uses,
  );
  const crates = changedCrates(changed, repository.sources);
  const tests = (part: string, pattern: RegExp): Choice => {
    const files = [...affected].filter((file) => pattern.test(file) && repository.sources.has(file)).sort();
    if (everything) return { part, run: "all" };
    return files.length > 0 ? { part, run: files } : nothing(part, "no test of it uses what changed");
  };
  const ofCrates = (part: string, names: readonly string[]): Choice =>
    names.length > 0 ? { part, run: names } : nothing(part, "no crate that it tests changed, nor one that those use");
  return [
    tests("unit", /^(packages|apps|scripts)\/(?!.*\.integration\.test\.ts$).*\.test\.tsx?$/),
    tests("integration", /\.integration\.test\.ts$/),
    ofCrates(
      "engine",
      crates.filter((name) => name !== "crosspoint-agent"),
    ),
    ofCrates(
      "agent",
      crates.filter((name) => name === "crosspoint-agent"),
    ),
    everything ? { part: "browser", run: "all" } : browserSpecs(changed, affected, repository),
    ...outsideParts(changed, affected, repository),
  ];
}

const nothing = (part: string, why: string): Choice => ({ part, run: "nothing", why });

/** What stands for a file that nobody imports: what is generated from it, or every test of its package. */
function substitutes(file: string, { sources }: Repository): string[] {
  const listed = standsFor.filter(([prefix]) => file.startsWith(prefix)).flatMap(([, files]) => files);
  if (listed.length > 0 || sources.has(file)) return listed;
  const own = /^(packages|apps)\/[^/]+\//.exec(file)?.[0];
  return own ? [...sources.keys()].filter((path) => path.startsWith(own) && /\.test\.tsx?$/.test(path)) : [];
}

/** The crates with a changed file, and those that depend on them. */
function changedCrates(changed: readonly string[], sources: Sources): string[] {
  const manifests = new Map(
    cratesOf(sources).map(({ name, folder }) => [
      name.replaceAll("_", "-"),
      { folder, text: sources.get(`${folder}/Cargo.toml`) },
    ]),
  );
  const hit = new Set<string>();
  for (const file of changed) {
    if (/^agent\/(Cargo\.|clippy|rust)/.test(file)) for (const name of manifests.keys()) hit.add(name);
    for (const [name, { folder }] of manifests) if (file.startsWith(`${folder}/`)) hit.add(name);
    for (const [prefix, crate] of readByCrates) if (file.startsWith(prefix)) hit.add(crate);
  }
  for (const name of hit) {
    for (const [other, { text }] of manifests)
      if (new RegExp(`^${name}( |\\.|$)`, "m").test(text ?? "")) hit.add(other);
  }
  // What is fuzzed is no member of the workspace.
  return [...hit].filter((name) => manifests.get(name)?.folder.startsWith("agent/crates/")).sort();
}

/** By the features that show what changed; from services to pages goes what is named alike, as one router names them all. */
function browserSpecs(
  changed: readonly string[],
  affected: ReadonlySet<string>,
  { sources, uses }: Repository,
): Choice {
  const ownSpecs = [...affected].filter((file) => /^e2e\/(?!lab\/).*\.spec\.ts$/.test(file) && sources.has(file));
  const pages = affectedFiles(
    changed,
    uses.filter(({ to }) => !to.startsWith("packages/api/src/")),
  );
  const features = new Set<string>();
  for (const file of pages) {
    const [, feature, charts] = /^apps\/web\/(?:features\/([^/]+)|(charts))\//.exec(file) ?? [];
    for (const name of [feature, charts]) if (name) features.add(name);
    const [, entity] = /^packages\/(?:services\/src|api\/src\/routers)\/([^/.]+)/.exec(file) ?? [];
    for (const shown of (entity && shownIn[entity.replace(/-.*/, "")]) || []) features.add(shown);
  }
  const folders = [...features].flatMap((feature) => lookedAtBy[feature] ?? [feature]);
  const specs = [...sources.keys()].filter(
    (file) => file.endsWith(".spec.ts") && folders.some((folder) => file.startsWith(`e2e/${folder}/`)),
  );
  const chosen = [...new Set([...ownSpecs, ...specs])].sort();
  return chosen.length > 0 ? { part: "browser", run: chosen } : nothing("browser", "no page shows what changed");
}

function outsideParts(changed: readonly string[], affected: ReadonlySet<string>, { sources }: Repository): Choice[] {
  const names = [...new Set(outside.map(({ part }) => part))];
  return names.map((part): Choice => {
    const rules = outside.filter((rule) => rule.part === part);
    const isTouched = (about: readonly string[]) => changed.some((file) => startsWithAny(file, about));
    const own = [...affected].filter((file) => ownTestOf(part).test(file) && sources.has(file));
    const files = [...own, ...rules.flatMap(({ file, about }) => (file && isTouched(about) ? file : []))];
    if (rules.some(({ file, about }) => !file && isTouched(about))) return { part, run: "all" };
    if (files.length > 0) return { part, run: [...new Set(files)].sort() };
    const about = [...new Set(rules.flatMap((rule) => rule.about))];
    return nothing(part, `nothing changed in ${about.join(", ")}`);
  });
}

function ownTestOf(part: string): RegExp {
  if (part === "lab") return /^e2e\/lab\/journey\.spec\.ts$/;
  if (part === "plans") return /^e2e\/lab\/plans\.spec\.ts$/;
  if (part === "runs") return /^e2e\/lab\/runs\.test\.ts$/;
  return part === "virtual host" ? /^e2e\/lab\/.*\.lab\.test\.ts$/ : new RegExp(`^e2e/${part}/.*\\.test\\.ts$`);
}
