import { protocolLimits } from "@crosspoint/protocol";
import { afterEach, expect, it, vi } from "vitest";
import { AloneLane } from "./alone-lane.ts";

const full = expect.objectContaining({ status: 503, retryAfterSeconds: expect.any(Number) });
const kibibyte = 1024;

/** Reports whose application is ended by hand, in the order in which it began. */
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
  return { run, applied, end: (error?: Error) => ends.shift()?.(error) };
}

afterEach(() => {
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
  const { run, end } = held();
  const all = Array.from({ length: 300 }, (_, index) => run(`host-${index}`));
  await expect(run("late")).rejects.toEqual(full);
  end();
  await all[0];
  const taken = run("late");
  await expect(run("later")).rejects.toEqual(full);
  for (let ended = 0; ended < 300; ended += 1) {
    end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await taken).toBe("late");
});

it("keeps room for others from a host that sends many at once", async () => {
  const { run, applied } = held();
  for (let sent = 0; sent < 4; sent += 1) void run("greedy");
  await expect(run("greedy")).rejects.toEqual(full);
  void run("other");
  expect(applied.at(-1)).toBe("other");
});

it("holds 24 MiB at most, and takes more once those have left", async () => {
  const { run, end } = held();
  const mebibyte = kibibyte ** 2;
  const all = Array.from({ length: 24 }, (_, index) => run(`host-${index}`, mebibyte));
  await expect(run("late", 1)).rejects.toEqual(full);
  end();
  await all[0];
  void run("late", mebibyte);
  await expect(run("later", 1)).rejects.toEqual(full);
});

it("holds no more of one host than its largest report", async () => {
  const { run, applied } = held();
  const most = protocolLimits.bodyBytes;
  void run("one", most - 1);
  await expect(run("one", 2)).rejects.toEqual(full);
  void run("other", most);
  expect(applied).toEqual(["one", "other"]);
});

it("turns away after ten seconds whose turn has not come, before its agent gives up", async () => {
  vi.useFakeTimers();
  const { run, applied, end } = held();
  const first = run("host-0");
  for (let index = 1; index < 12; index += 1) void run(`host-${index}`);
  const waits = expect(run("late")).rejects.toEqual(full);
  await vi.advanceTimersByTimeAsync(9_999);
  const after = run("after");
  await vi.advanceTimersByTimeAsync(1);
  await waits;
  end();
  await first;
  expect(applied.at(-1)).toBe("after");
  for (let ended = 0; ended < 12; ended += 1) end();
  expect(await after).toBe("after");
});
