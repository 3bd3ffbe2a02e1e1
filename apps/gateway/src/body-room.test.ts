import { expect, it } from "vitest";
import { BodyRoom } from "./body-room.ts";

const full = expect.objectContaining({ status: 503, retryAfterSeconds: 2 });

it("holds what is in hand, by the size that it turns out to have, until it is freed", () => {
  const room = new BodyRoom({ most: 100 });
  const first = room.take("a", 10);
  first.is(60);
  expect(() => room.take("b", 41)).toThrow(full);
  const second = room.take("b", 40);
  expect(() => room.take("c", 1)).toThrow(full);
  first.free();
  first.free();
  expect(() => room.take("a", 61)).toThrow(full);
  room.take("a", 60).free();
  second.free();
  room.take("c", 100);
});

it("has no room for what turns out to be larger than what is left, which holds what it held until it is freed", () => {
  const room = new BodyRoom({ most: 100 });
  room.take("a", 50);
  const bomb = room.take("b", 1);
  expect(() => bomb.is(51)).toThrow(full);
  room.take("c", 49);
  bomb.free();
  room.take("c", 1);
});

it("has a share for each host, so that no one fills it for the others", () => {
  const room = new BodyRoom({ most: 100, ofHostMost: 20 });
  const first = room.take("a", 15);
  expect(() => room.take("a", 6)).toThrow(full);
  room.take("b", 20);
  first.is(20);
  expect(() => first.is(21)).toThrow(full);
  first.free();
  room.take("a", 20);
});
