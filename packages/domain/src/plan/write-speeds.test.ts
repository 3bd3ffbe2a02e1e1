import { expect, it } from "vitest";
import { joinWriteSpeeds } from "./write-speeds.ts";

const fast = { slowest: 2, fastest: 4 };
const slow = { slowest: 1, fastest: 2 };

it("takes what a drive showed itself before what its model is rated for, and says which", () => {
  expect(joinWriteSpeeds({}, {})).toBeUndefined();
  expect(joinWriteSpeeds({}, { sequential: fast })).toEqual({ sequential: fast, basis: "rated" });
  expect(joinWriteSpeeds({ sequential: slow }, { sequential: fast })).toEqual({ sequential: slow, basis: "ownRuns" });
  expect(joinWriteSpeeds({ sequential: slow }, { sequential: fast, random4k: fast })).toEqual({
    sequential: slow,
    random4k: fast,
    basis: "both",
  });
});
