import { protocolLimits } from "@crosspoint/protocol";
import { afterEach, expect, it, vi } from "vitest";
import { AloneLane } from "./alone-lane.ts";

const full = expect.objectContaining({ status: 503, retryAfterSeconds: expect.any(Number) });
const kibibyte = 1024;

let endAll = () => Promise.resolve();

/** Reports whose application is ended by hand, in the order in which it began; after the test, what is still held. */
function held() {
  const applied: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const lane = new AloneLane();
  const run = async (hostId: string, bytes = kibibyte) => {
    const place = lane.enter(hostId, bytes);
    try {
      return await place.turn(() => {
        applied.push(hostId);
        return new Promise<string>((resolve, reject) => {
          ends.push((error) => (error === undefined ? resolve(hostId) : reject(error)));
        });
      });
    } finally {
      place.leave();
    }
  };
  const end = (error?: Error) => ends.shift()?.(error);
  endAll = async () => {
    while (ends.length > 0) {
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const expectFull = (hostId: string, bytes = kibibyte) => expect(() => lane.enter(hostId, bytes)).toThrow(full);
  return { run, applied, end, expectFull };
}

afterEach(async () => {
  await endAll();
  vi.useRealTimers();
});

it("applies twelve at once, and the others in the order of their arrival", async () => {
  const { run, applied, end } = held();
  const all = Array.from({ length: 14 }, (_, index) => run(`host-${index}`));
  expect(applied).toHaveLength(12);
  end();
  await all[0];
  expect(applied.slice(12)).toEqual(["host-12"]);
  const failed = expect(all[1]).rejects.toThrow("lost");
  end(new Error("lost"));
  await failed;
  expect(applied.slice(12)).toEqual(["host-12", "host-13"]);
});

it("applies one of a host at a time, and those of others meanwhile", async () => {
  const { run, applied, end } = held();
  const first = run("one");
  const second = run("one");
  void run("other");
  expect(applied).toEqual(["one", "other"]);
  end();
  await first;
  expect(applied).toEqual(["one", "other", "one"]);
  end();
  end();
  expect(await second).toBe("one");
});

it("turns away who finds too many, and takes another once one is through", async () => {
  const { run, end, expectFull } = held();
  const all = Array.from({ length: 300 }, (_, index) => run(`host-${index}`));
  expectFull("late");
  end();
  await all[0];
  const taken = run("late");
  expectFull("later");
  for (let ended = 0; ended < 300; ended += 1) {
    end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await taken).toBe("late");
});

it("keeps room for others from a host that sends many at once", () => {
  const { run, applied, expectFull } = held();
  for (let sent = 0; sent < 4; sent += 1) void run("greedy");
  expectFull("greedy");
  void run("other");
  expect(applied.at(-1)).toBe("other");
});

it("holds 24 MiB of large reports at most, and takes more once those have left", async () => {
  const { run, end, expectFull } = held();
  const mebibyte = kibibyte ** 2;
  const leastLarge = 64 * kibibyte + 1;
  const all = Array.from({ length: 24 }, (_, index) => run(`host-${index}`, mebibyte));
  expectFull("late", leastLarge);
  end();
  await all[0];
  void run("late", mebibyte);
  expectFull("later", leastLarge);
});

it("takes small reports whatever large ones wait, by their number alone, and large ones whatever small ones", () => {
  const { run, applied, expectFull } = held();
  // Of 64 KiB, 294 are 18.4 MiB, beside which 24 MiB of large ones have room.
  for (let index = 0; index < 288; index += 1) void run(`small-${index}`, 64 * kibibyte);
  for (let index = 0; index < 6; index += 1) void run(`large-${index}`, protocolLimits.bodyBytes);
  expect(applied).toHaveLength(12);
  for (let index = 288; index < 294; index += 1) void run(`small-${index}`, 64 * kibibyte);
  expectFull("late", 1);
});

it("gives the turns that large reports leave idle to small ones", () => {
  const { run, applied } = held();
  for (let index = 0; index < 6; index += 1) void run(`large-${index}`, protocolLimits.bodyBytes);
  void run("small", 64 * kibibyte);
  expect(applied.at(-1)).toBe("small");
});

it("holds no more of one host than its largest report", () => {
  const { run, applied, expectFull } = held();
  const most = protocolLimits.bodyBytes;
  void run("one", most - 1);
  expectFull("one", 2);
  void run("other", most);
  expect(applied).toEqual(["one", "other"]);
});

it("turns away after ten seconds whose turn has not come, before its agent gives up", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { run, applied, end } = held();
  const first = run("host-0");
  for (let index = 1; index < 12; index += 1) void run(`host-${index}`);
  const late = run("late");
  const turnedAway = vi.fn();
  late.catch(turnedAway);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(turnedAway).not.toHaveBeenCalled();
  const after = run("after");
  await vi.advanceTimersByTimeAsync(1);
  expect(turnedAway).toHaveBeenCalledWith(full);
  end();
  await first;
  expect(applied.at(-1)).toBe("after");
  for (let ended = 0; ended < 12; ended += 1) end();
  expect(await after).toBe("after");
});
