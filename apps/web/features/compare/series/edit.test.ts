import { describe, expect, it } from "vitest";
import { inOrder, ordered, withoutSeries } from "./edit.ts";

const chosen = {
  s: ["run:a", "drive:d:p:latest"],
  m: ["b.0.read", "b.1.read", "c.0.read"],
  p: ["src/x/one", "src/y/two"],
};

describe("withoutSeries", () => {
  it("drops a series from where it was chosen", () => {
    expect(withoutSeries(chosen, { id: "run:a", kind: "run" })).toEqual({ s: ["drive:d:p:latest"] });
    expect(withoutSeries(chosen, { id: "run:b", kind: "run" })).toEqual({ m: ["c.0.read"] });
    const published = { id: "published:src:two", kind: "published", statements: { rows: [{ id: "src/y/two" }] } };
    expect(withoutSeries(chosen, published)).toEqual({ p: ["src/x/one"], with: null });
  });
});

describe("the order", () => {
  it("is that of the series, and a list beside points, which have none", () => {
    expect(inOrder({ s: ["a", "b"], m: [], p: [] }, ["b", "a"])).toEqual({ s: ["b", "a"], order: null });
    expect(inOrder(chosen, ["run:c", "run:a"])).toEqual({ order: ["run:c", "run:a"] });
  });

  it("puts what it does not name last", () => {
    const series = ["a", "b", "c"].map((id) => ({ id }));
    expect(ordered(series, ["c", "a"]).map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });
});
