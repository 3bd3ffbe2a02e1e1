import { expect, it } from "vitest";
import { AloneLane } from "./alone-lane.ts";

const full = expect.objectContaining({ status: 503 });

/** Reports whose application is ended by hand, in the order in which it began. */
function held() {
  const applied: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const lane = new AloneLane();
  const run = (hostId: string) =>
    lane.run(hostId, () => {
      applied.push(hostId);
      return new Promise<string>((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve(hostId) : reject(error)));
      });
    });
  return { run, applied, end: (error?: Error) => ends.shift()?.(error) };
}

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
