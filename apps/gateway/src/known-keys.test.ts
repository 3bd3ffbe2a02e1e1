import { expect, it } from "vitest";
import { KnownKeys } from "./known-keys.ts";

it("tells whose keys were found good, the latest of them, until they are refused", () => {
  const known = new KnownKeys(2);
  known.note("a", "host a");
  known.note("b", "host b");
  known.note("a", "host a");
  known.note("c", "host c");
  expect(["a", "b", "c"].map((hash) => known.hostOf(hash))).toEqual(["host a", undefined, "host c"]);
  known.forget("a");
  expect(known.hostOf("a")).toBeUndefined();
});
