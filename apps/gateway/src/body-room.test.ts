import { expect, it } from "vitest";
import { BodyRoom } from "./body-room.ts";

const full = expect.objectContaining({ status: 503, retryAfterSeconds: 2 });

it("holds what is in hand, by the memory that it turns out to need, until it is freed", () => {
  const room = new BodyRoom({ most: 10_000 });
  const first = room.take("a", 10);
  first.hold(Buffer.alloc(4_097));
  expect(() => room.take("b", 10_000 - 8_192 + 1)).toThrow(full);
  const second = room.take("b", 10_000 - 8_192);
  expect(() => room.take("c", 1)).toThrow(full);
  first.free();
  first.free();
  expect(() => room.take("a", 8_193)).toThrow(full);
  room.take("a", 8_192).free();
  second.free();
  room.take("c", 10_000);
});

it.each([1, 511, 512, 513, 65_535, 65_536, 65_537, 300_000])(
  "holds less than twice as much as a body of %d bytes has",
  (bytes) => {
    const room = new BodyRoom({ most: 1_000_000 });
    const place = room.take("a", 1);
    expect(place.hold(Buffer.alloc(bytes, 7))).toEqual(Buffer.alloc(bytes, 7));
    expect(() => room.take("b", 1_000_000 - bytes + 1)).toThrow(full);
    expect(() => room.take("c", 1_000_000 - Math.max(512, 2 * bytes))).not.toThrow();
  },
);

it("has no room for what turns out to be larger than what is left, which holds what it held until it is freed", () => {
  const room = new BodyRoom({ most: 1_000 });
  room.take("a", 500);
  const bomb = room.take("b", 1);
  expect(() => bomb.hold(Buffer.alloc(51))).toThrow(full);
  room.take("c", 499);
  bomb.free();
  room.take("c", 1);
});

it("has a share for each host, so that no one fills it for the others", () => {
  const room = new BodyRoom({ most: 10_000, ofHostMost: 2_000 });
  const first = room.take("a", 1_500);
  expect(() => room.take("a", 501)).toThrow(full);
  room.take("b", 2_000);
  first.hold(Buffer.alloc(1_024));
  expect(() => first.hold(Buffer.alloc(1_025))).toThrow(full);
  first.free();
  room.take("a", 2_000);
});

it("keeps each body as it came until it is freed, and uses its memory again then", () => {
  const room = new BodyRoom();
  const places = Array.from({ length: 40 }, () => room.take("a", 1));
  // Of all sizes that are kept, and of more.
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
