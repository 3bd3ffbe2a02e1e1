import { expect, it } from "vitest";
import { Doorway } from "./doorway.ts";

const full = expect.objectContaining({ status: 503 });

it("lets so many in at once, and tells the others when to come back, each at another time", () => {
  const rolls = [0, 0.5, 0.999];
  const door = new Doorway({ most: 2, ofOneMost: 2 }, () => rolls.shift() ?? 0);
  const first = door.enter("a");
  door.enter("b");
  for (const retryAfterSeconds of [1, 8, 15]) {
    expect(() => door.enter("c")).toThrow(expect.objectContaining({ status: 503, retryAfterSeconds }));
  }
  first();
  first();
  door.enter("c");
  expect(() => door.enter("d")).toThrow(full);
});

it("keeps room for the others whoever asks how often", () => {
  const door = new Doorway({ most: 3, ofOneMost: 2 });
  const leave = door.enter("a");
  door.enter("a");
  expect(() => door.enter("a")).toThrow(full);
  door.enter("b");
  expect(() => door.enter("b")).toThrow(full);
  leave();
  door.enter("a");
});
