import { basename, dirname } from "node:path";

/** A program with tests that cargo has built. */
export interface CrateTest {
  readonly crate: string;
  /** `lib`, or the name of the file or folder in `tests`. */
  readonly name: string;
  readonly program: string;
  /** Where cargo runs it: the crate's own folder. */
  readonly folder: string;
}

/** What `cargo test --no-run --message-format=json` names: a JSON object a line, of which test programs are some. */
export function crateTests(messages: string): CrateTest[] {
  return messages.split("\n").flatMap((line) => {
    if (!line.startsWith("{")) return [];
    const { reason, executable, profile, package_id, manifest_path, target } = JSON.parse(line);
    if (reason !== "compiler-artifact" || !executable || !profile.test) return [];
    return [{ crate: crateOf(package_id), name: target.name, program: executable, folder: dirname(manifest_path) }];
  });
}

/**
 * The test programs of the crates named, or with `--all-but` of all others.
 *
 * @throws Error naming each crate that has none, or where none is named: both would pass without a test.
 */
export function chooseTests(tests: readonly CrateTest[], [first, ...others]: readonly string[]): CrateTest[] {
  const allBut = first === "--all-but";
  if (first === undefined) throw new Error("Name crates, or --all-but with those to leave out.");
  const named = allBut ? others : [first, ...others];
  const known = new Set(tests.map(({ crate }) => crate));
  const unknown = named.filter((crate) => !known.has(crate));
  if (unknown.length > 0) {
    throw new Error(
      `No crate with tests is called ${unknown.join(" or ")}; there are ${[...known].sort().join(", ")}.`,
    );
  }
  return tests.filter(({ crate }) => named.includes(crate) !== allBut);
}

/** `path+file:///…/crates/bench#crosspoint-bench@0.1.0`, or `…/crates/bench#0.1.0` where the folder has the crate's name. */
function crateOf(packageId: string): string {
  const [folder = "", rest = ""] = packageId.split("#");
  return rest.includes("@") ? (rest.split("@")[0] ?? "") : basename(folder);
}
