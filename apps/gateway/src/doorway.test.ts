import { expect, it } from "vitest";
import { Doorway } from "./doorway.ts";

it("lets so many in at once, and tells the others when to come back, each at another time", () => {
  const rolls = [0, 0.5, 0.999];
  const door = new Doorway(2, () => rolls.shift() ?? 0);
  const first = door.enter();
  door.enter();
  for (const retryAfterSeconds of [1, 8, 15]) {
    expect(() => door.enter()).toThrow(expect.objectContaining({ status: 503, retryAfterSeconds }));
  }
  first();
  first();
  door.enter();
  expect(() => door.enter()).toThrow(expect.objectContaining({ status: 503 }));
});
