import type { Database } from "@crosspoint/db";
import { expect, it } from "vitest";
import type { JudgedReport } from "./alone.ts";
import { AloneReports } from "./alone-reports.ts";

const db = {} as Database;
const reportOf = (hostId: string): JudgedReport => ({ hostId, now: new Date(0), agentTimeMs: 0, events: [] });

/** Reports whose application is ended by hand, in the order in which it began. */
function held() {
  const applied: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const alone = new AloneReports(
    (_, { hostId }) => {
      applied.push(hostId);
      return new Promise((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve(new Map()) : reject(error)));
      });
    },
    () => 0.5,
  );
  return { alone, applied, end: (error?: Error) => ends.shift()?.(error) };
}

it("applies twelve at once, and the others in the order of their arrival", async () => {
  const { alone, applied, end } = held();
  const all = Array.from({ length: 14 }, (_, index) => alone.apply(db, reportOf(`host-${index}`)));
  expect(applied).toHaveLength(12);
  end();
  await all[0];
  expect(applied.slice(12)).toEqual(["host-12"]);
  const failed = expect(all[1]).rejects.toThrow("lost");
  end(new Error("lost"));
  await failed;
  expect(applied.slice(12)).toEqual(["host-12", "host-13"]);
});

it("tells who finds too many when to come back, and takes another once one is through", async () => {
  const { alone, end } = held();
  const all = Array.from({ length: 300 }, (_, index) => alone.apply(db, reportOf(`host-${index}`)));
  await expect(alone.apply(db, reportOf("late"))).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 9 });
  end();
  await all[0];
  const taken = alone.apply(db, reportOf("late"));
  await expect(alone.apply(db, reportOf("later"))).rejects.toMatchObject({ code: "unavailable" });
  for (let ended = 0; ended < 300; ended += 1) {
    end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await taken).toEqual(new Map());
});

it("keeps room for others from a host that sends many at once", async () => {
  const { alone, applied } = held();
  for (let sent = 0; sent < 4; sent += 1) void alone.apply(db, reportOf("greedy"));
  await expect(alone.apply(db, reportOf("greedy"))).rejects.toMatchObject({ code: "unavailable" });
  void alone.apply(db, reportOf("other"));
  expect(applied.at(-1)).toBe("other");
});
