import { expect, it } from "vitest";
import { tagsOf } from "./tags-of";

it("reads tags between commas, in small letters, once each", () => {
  expect(tagsOf(" Pool A, rack-7,,pool a ,")).toEqual(["pool a", "rack-7"]);
  expect(tagsOf(" , ")).toEqual([]);
});
