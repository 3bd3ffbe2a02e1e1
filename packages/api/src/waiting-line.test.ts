import { expect, it } from "vitest";
import { WaitingLine } from "./waiting-line.ts";

/** Work that goes on until it is told to end; `begun` says in which order. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, { resolve: (name: string) => void; reject: (error: Error) => void }>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.resolve(name), ends };
}

it("lets two work at a time, the others in the order in which they came", async () => {
  const line = new WaitingLine({ atOnce: 2, waitingMax: 2 });
  const { begun, work, end, ends } = works();
  const all = ["a", "b", "c", "d"].map((name) => line.run(work(name)));
  await Promise.resolve();
  expect(begun).toEqual(["a", "b"]);
  await expect(line.run(work("e"))).rejects.toMatchObject({ code: "tooMany", retryAfterSeconds: 5 });
  end("b");
  await all[1];
  expect(begun).toEqual(["a", "b", "c"]);
  // What fails makes room as well.
  ends.get("a")?.reject(new Error("failed"));
  await expect(all[0]).rejects.toThrow("failed");
  expect(begun).toEqual(["a", "b", "c", "d"]);
  end("c");
  end("d");
  expect(await Promise.all(all.slice(1))).toEqual(["b", "c", "d"]);
  const last = line.run(async () => "f");
  expect(await last).toBe("f");
});
