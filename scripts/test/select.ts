import { readSources } from "../imports/sources.ts";
import { typeScriptUses } from "../imports/uses.ts";
import { root } from "../steps/paths.ts";
import { type Choice, chooseTests } from "./changed/choose.ts";
import { changedFiles } from "./changed/git.ts";
import { type Part, parts } from "./parts.ts";

export interface Selected {
  readonly part: Part;
  readonly args: readonly string[];
}

/** The parts named, all without a name, or with `changed` what the changes touch; ends the process on a name that is none. */
export async function select(names: readonly string[]): Promise<Selected[]> {
  if (names.length === 1 && names[0] === "changed") return selectChanged();
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    console.error(`Unknown part: ${unknown.join(", ")}. Parts: changed, ${parts.map(({ name }) => name).join(", ")}`);
    process.exit(2);
  }
  const chosen = parts.filter(({ name }) => names.length === 0 || names.includes(name));
  return chosen.map((part) => ({ part, args: part.all ?? [] }));
}

function selectChanged(): Selected[] {
  const { since, files } = changedFiles(root);
  const sources = readSources(root);
  const choices = chooseTests(files, { sources, uses: typeScriptUses(sources) });
  console.log(`${files.length} files changed since ${since.slice(0, 9)}.`);
  for (const choice of choices) console.log(describe(choice));
  const selected = choices.flatMap((choice) => {
    const part = parts.find(({ name }) => name === choice.part);
    return part && choice.run !== "nothing"
      ? [{ part, args: choice.run === "all" ? (part.all ?? []) : choice.run }]
      : [];
  });
  if (selected.length > 0) return selected;
  console.log("Nothing to run.");
  process.exit(0);
}

function describe(choice: Choice): string {
  const name = choice.part.padEnd(13);
  if (choice.run === "nothing") return `  ${name} left out: ${choice.why}`;
  return `  ${name} ${choice.run === "all" ? "all of it" : choice.run.join(" ")}`;
}
