import { expect, it } from "vitest";
import { enterStream, streamsLimit } from "./stream-limit.ts";

it("lets a person hold so many streams and no more, and counts each out once", () => {
  const leaves = Array.from({ length: streamsLimit }, () => enterStream("ada"));
  expect(() => enterStream("ada")).toThrow(expect.objectContaining({ code: "tooMany" }));
  enterStream("ben")();
  leaves[0]?.();
  leaves[0]?.();
  const again = enterStream("ada");
  expect(() => enterStream("ada")).toThrow();
  for (const leave of [...leaves, again]) leave();
  for (let stream = 0; stream < streamsLimit; stream += 1) enterStream("ada");
  expect(() => enterStream("ada")).toThrow();
});
