import { describe, expect, it } from "vitest";
import { colorKeys, type LookedSeries, seriesLooks } from "./series-looks.ts";

const at = (minute: number, second = 0) => [{ runId: "r", requestedAt: new Date(2026, 10, 21, 14, minute, second) }];
const run = (id: string, runs: LookedSeries["runs"], changes: Partial<LookedSeries> = {}): LookedSeries => ({
  ...{ id, kind: "run", label: "P4800X PHKS1", detail: "vault-7, Quick check", modelId: "p4800x", driveId: "d1", runs },
  ...changes,
});
const published = (id: string, modelId: string): LookedSeries => ({
  ...{ id, kind: "published", label: `Published ${modelId}`, detail: "AnandTech, 2017", modelId, runs: [] },
});
const namesOf = (...series: LookedSeries[]) => seriesLooks(series).map(({ name }) => name);

describe("seriesLooks", () => {
  it("is the drive where one run of it is compared", () => {
    expect(namesOf(run("a", at(3)), published("b", "9100"))).toEqual(["P4800X PHKS1", "Published 9100"]);
  });

  it("tells two runs of one drive apart by when they were asked for, and a pick of its runs by its plan", () => {
    expect(namesOf(run("a", at(3)), run("b", at(9)))).toEqual([
      "P4800X PHKS1, 11-21 14:03",
      "P4800X PHKS1, 11-21 14:09",
    ]);
    expect(namesOf(run("a", at(3, 5)), run("b", at(3, 40)))).toEqual([
      "P4800X PHKS1, 11-21 14:03:05",
      "P4800X PHKS1, 11-21 14:03:40",
    ]);
    const latest = run("c", at(3), { kind: "drive", detail: "latest of Quick check" });
    expect(namesOf(run("a", at(3)), latest)).toEqual([
      "P4800X PHKS1, 11-21 14:03",
      "P4800X PHKS1, latest of Quick check",
    ]);
  });

  it("tells the latest and the best run of a drive apart", () => {
    const pick = (which: string) =>
      run(`drive:00000000-0000-4000-8000-000000000000:quick-check:${which}`, at(3), { kind: "drive" });
    expect(namesOf(pick("latest"), pick("best"))).toEqual(["P4800X PHKS1, latest run", "P4800X PHKS1, best run"]);
    const elsewhere = run("x", [], { kind: "drive", detail: "vault-8, Quick check" });
    expect(namesOf(pick("latest"), pick("best"), elsewhere)[0]).toBe("P4800X PHKS1, vault-7, Quick check, latest");
  });

  it("names the tool that measured a run elsewhere, also where it stands alone", () => {
    const imported = run("b", at(9), { tool: "fio 3.42" });
    expect(seriesLooks([imported])[0]).toMatchObject({ name: "P4800X PHKS1, fio 3.42", detail: "fio 3.42" });
    expect(namesOf(run("a", at(3)), imported)[1]).toBe("P4800X PHKS1, fio 3.42, 11-21 14:09");
  });

  it("tells two sources of one publisher and year apart by their titles", () => {
    const of = (sourceTitle: string) => ({ ...published(sourceTitle, "9100"), sourceTitle });
    expect(namesOf(of("P4800X 375GB"), of("P4800X 750GB"))).toEqual([
      "Published 9100, P4800X 375GB",
      "Published 9100, P4800X 750GB",
    ]);
  });

  it("draws what is published hollow, and says where figures are from", () => {
    const looks = seriesLooks([run("a", at(3)), published("b", "x")]);
    expect(looks.map(({ isPublished }) => isPublished)).toEqual([false, true]);
    expect(looks.map(({ source }) => source)).toEqual(["vault-7, Quick check, 11-21 14:03", "AnandTech, 2017"]);
  });
});

describe("colorKeys", () => {
  it("follows the model, so that a measured and a published P4800X share a color", () => {
    expect(colorKeys([run("a", at(3)), published("b", "p4800x"), published("c", "9100")])).toEqual([
      "p4800x",
      "p4800x",
      "9100",
    ]);
  });

  it("leaves a published model its color also where it stands alone", () => {
    expect(colorKeys([published("b", "9100"), published("c", "9100")])).toEqual(["9100", "9100"]);
  });

  it("follows the drive where all are of one model, and the run where all are of one drive", () => {
    const other = run("b", at(9), { driveId: "d2", label: "P4800X PHKS2" });
    expect(colorKeys([run("a", at(3)), other])).toEqual(["d1", "d2"]);
    expect(colorKeys([run("a", at(3)), run("b", at(9))])).toEqual(["a", "b"]);
  });

  it("tells a group from a drive of its model, and two drives of one model beside another's", () => {
    const group = run("g", [], { kind: "group", driveId: undefined, label: "P4800X" });
    expect(colorKeys([run("a", at(3)), group, published("c", "9100")])).toEqual(["p4800x", "g", "9100"]);
  });
});

it("no two keys of a comparison share a color while there are eight", () => {
  const ids = ["p4800x", "p3700", "9100", "900p", "p3608", "memory", "scratch", "null"];
  const colors = seriesLooks(ids.map((id) => published(id, id))).map(({ color }) => color);
  expect(new Set(colors).size).toBe(8);
  const [first] = seriesLooks([published("p3700", "p3700"), published("p3700 again", "p3700")]);
  expect(first?.color).toBe(seriesLooks([published("x", "p3700")])[0]?.color);
});
