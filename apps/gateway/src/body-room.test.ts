import { expect, it } from "vitest";
import { BodyRoom } from "./body-room.ts";

const full = expect.objectContaining({ status: 503, retryAfterSeconds: 2 });

it("holds what is in hand, by the size that it turns out to have, until it is freed", () => {
  const room = new BodyRoom({ most: 100 });
  const first = room.take("a", 10);
  first.hold(Buffer.alloc(60));
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
  expect(() => bomb.hold(Buffer.alloc(51))).toThrow(full);
  room.take("c", 49);
  bomb.free();
  room.take("c", 1);
});

it("has a share for each host, so that no one fills it for the others", () => {
  const room = new BodyRoom({ most: 100, ofHostMost: 20 });
  const first = room.take("a", 15);
  expect(() => room.take("a", 6)).toThrow(full);
  room.take("b", 20);
  first.hold(Buffer.alloc(20));
  expect(() => first.hold(Buffer.alloc(21))).toThrow(full);
  first.free();
  room.take("a", 20);
});

it("keeps each body as it came until it is freed, and uses its memory again then", () => {
  const room = new BodyRoom();
  const places = Array.from({ length: 40 }, () => room.take("a", 1));
  // Of a page each, of several, and of more than is kept.
  const bodies = places.map((_, index) => Buffer.alloc((index % 20) * 5_000 + 1, index));
  const held = places.map((place, index) => place.hold(bodies[index] as Buffer));
  expect(held).toEqual(bodies);
  const memory = new Set(held.map(({ buffer }) => buffer));
  for (const place of places.slice(0, 20)) place.free();
  const [again, once] = [room.take("b", 1), room.take("b", 1)].map((place) => place.hold(Buffer.alloc(5_001, 0xff)));
  expect(memory.has(again?.buffer as ArrayBuffer)).toBe(true);
  // Of that size one was freed.
  expect(memory.has(once?.buffer as ArrayBuffer)).toBe(false);
  expect(held.slice(20)).toEqual(bodies.slice(20));
});

it("frees a body once, however often it is told to", () => {
  const room = new BodyRoom();
  const first = room.take("a", 1);
  first.hold(Buffer.alloc(100, 1));
  first.free();
  first.free();
  const [one, other] = [room.take("a", 1), room.take("a", 1)].map((place, index) =>
    place.hold(Buffer.alloc(100, index)),
  );
  expect(one?.buffer).not.toBe(other?.buffer);
});
