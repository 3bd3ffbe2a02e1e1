import { describe, expect, it } from "vitest";
import { type FileState, filesLimit, type ImportedFile, joinLogs, logGroups, progressWords, takeFiles } from "./files";

/** A file that says how large it is, and holds nothing. */
function fileOf(name: string, size = 100): File {
  return Object.defineProperty(new File([], name), "size", { value: size });
}

describe("files that are chosen", () => {
  it("stand behind those that are there, each with a number of its own", () => {
    const first = takeFiles([], [fileOf("a.json"), fileOf("b.json")]);
    const { files, problem } = takeFiles(first.files, [fileOf("a.json")]);
    expect(files.map(({ id, name, state }) => [id, name, state.kind])).toEqual([
      [1, "a.json", "ready"],
      [2, "b.json", "ready"],
      [3, "a.json", "ready"],
    ]);
    expect(problem).toBeUndefined();
  });

  it("are refused before they are sent where they are empty or beyond 16 MiB", () => {
    const limit = 16 * 1024 * 1024;
    const { files } = takeFiles([], [fileOf("most", limit), fileOf("more", limit + 1), fileOf("none", 0)]);
    expect(files.map(({ state }) => (state.kind === "refused" ? state.refusal.message : state.kind))).toEqual([
      "ready",
      "The file has 16.78\u2009MB; the limit is 16 MiB.",
      "The file is empty.",
    ]);
  });

  it("beyond a hundred are left out, and it is said how many", () => {
    const many = Array.from({ length: filesLimit - 1 }, (_, index) => fileOf(`${index}.json`));
    const { files, problem } = takeFiles(takeFiles([], many).files, [fileOf("x"), fileOf("y"), fileOf("z")]);
    expect(files).toHaveLength(filesLimit);
    expect(problem).toBe("2 of 3 files were left out: 100 are taken at a time. Import them afterwards.");
  });
});

describe("histogram logs of one fio run", () => {
  const names = ["run_clat_hist.1.log", "a.json", "run_clat_hist.2.log", "other_clat_hist.1.log", "run_lat_hist.1.log"];
  const { files } = takeFiles(
    [],
    names.map((name) => fileOf(name)),
  );

  it("are those that share their name but for the number of the job", () => {
    const groups = [...logGroups(files)].map(([name, logs]) => [name, logs.map((log) => log.name)]);
    expect(groups).toEqual([["run_clat_hist", ["run_clat_hist.1.log", "run_clat_hist.2.log"]]]);
  });

  it("become one import, in the place of the first", () => {
    const joined = joinLogs(files, "run_clat_hist");
    expect(joined.map(({ name, bytes, parts }) => [name, bytes, parts.length])).toEqual([
      ["run_clat_hist.*.log", 200, 2],
      ["a.json", 100, 1],
      ["other_clat_hist.1.log", 100, 1],
      ["run_lat_hist.1.log", 100, 1],
    ]);
    expect(logGroups(joined).size).toBe(0);
  });

  it("are refused together where they are too large together", () => {
    const large = takeFiles(
      [],
      [1, 2].map((job) => fileOf(`run_clat_hist.${job}.log`, 9 * 1024 * 1024)),
    );
    expect(joinLogs(large.files, "run_clat_hist").map(({ state }) => state.kind)).toEqual(["refused"]);
  });
});

it("says how far the list is", () => {
  const states: FileState["kind"][] = ["imported", "refused", "imported", "sending", "ready", "reading"];
  const files = states.map((kind) => ({ state: { kind } }) as ImportedFile);
  expect(progressWords(files)).toBe("2 imported, 1 refused, 2 in progress, 1 ready");
  expect(progressWords([])).toBe("");
});
