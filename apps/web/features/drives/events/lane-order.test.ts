import type { Severity } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { chooseLanes, openAndWorstFirst } from "./lane-order";

const condition = (title: string, severity: Severity, since: number, ended?: number) => ({
  rule: title.toLowerCase() as never,
  title,
  severity,
  since: new Date(since),
  endedAt: ended === undefined ? undefined : new Date(ended),
});
const titles = (conditions: readonly { readonly title: string }[]) => conditions.map(({ title }) => title);

describe("openAndWorstFirst", () => {
  it("puts what is open first, then what is urgent, then what is new", () => {
    const all = [
      condition("Over, new", "replace", 9, 10),
      condition("Over, watch", "watch", 12, 13),
      condition("Over, old", "replace", 7, 8),
      condition("Open, new", "watch", 6),
      condition("Open, old", "watch", 1),
      condition("Open, urgent", "replace", 2),
    ];
    expect(titles(openAndWorstFirst(all))).toEqual([
      "Open, urgent",
      "Open, new",
      "Open, old",
      "Over, new",
      "Over, old",
      "Over, watch",
    ]);
  });
});

describe("chooseLanes", () => {
  const over = Array.from({ length: 9 }, (_, index) => condition(`Over ${index}`, "watch", 100 - index, 200));

  it("keeps the lane of what is open for long, and names those that are left out", () => {
    const { rules, drawn, leftOut } = chooseLanes([...over, condition("Available spare", "replace", 1)], false);
    expect([...rules.values()]).toEqual(["Available spare", ...titles(over.slice(0, 7))]);
    expect(drawn).toHaveLength(8);
    expect(leftOut).toBe("… and 2 more rules in the table: Over 7, Over 8; 8 of 10 conditions drawn");
    expect(chooseLanes(over, false).leftOut).toBe("… and 1 more rule in the table: Over 8; 8 of 9 conditions drawn");
    expect(chooseLanes(over.slice(0, 8), false).leftOut).toBeUndefined();
  });

  it("draws a bar in each lane, whatever flaps in another, and says how many there are", () => {
    const flaps = Array.from({ length: 100 }, (_, index) => condition("Link", "replace", 1_000 + index, 2_000));
    const { rules, drawn, leftOut } = chooseLanes([...flaps, ...over], false);
    expect([...rules.values()]).toEqual(["Link", ...titles(over.slice(0, 7))]);
    expect(new Set(titles(drawn)).size).toBe(8);
    expect(drawn).toHaveLength(60);
    expect(leftOut).toBe("… and 2 more rules in the table: Over 7, Over 8; 60 of 109 conditions drawn");
  });

  it("says where the drive had more conditions than those it is given", () => {
    const flaps = Array.from({ length: 500 }, (_, index) => condition("Link", "replace", 1_000 + index, 2_000));
    expect(chooseLanes(flaps, true).leftOut).toBe(
      "60 of more than 500 conditions drawn; the table has 500: what is open, and what ended last",
    );
  });
});
