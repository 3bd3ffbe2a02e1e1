import { describe, expect, it } from "vitest";
import { merged } from "./merged.ts";

async function* every(ms: number, values: readonly string[]) {
  for (const value of values) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    yield value;
  }
}

describe("merged", () => {
  it("brings each source's values in its order, as they come, until all are over", async () => {
    const seen: string[] = [];
    for await (const value of merged([every(20, ["slow 1", "slow 2"]), every(1, ["a", "b", "c"])])) seen.push(value);
    expect(seen).toEqual(["a", "b", "c", "slow 1", "slow 2"]);
    for await (const value of merged<string>([])) seen.push(value);
    expect(seen).toHaveLength(5);
  });

  it("fails with a source's failure after what came before it", async () => {
    async function* failing() {
      yield "last";
      throw new Error("broken");
    }
    const events = merged([failing(), every(1000, ["never"])]);
    expect(await events.next()).toEqual({ done: false, value: "last" });
    await expect(events.next()).rejects.toThrow("broken");
  });

  it("asks a source for no more than one value ahead, and for none once it is left", async () => {
    let made = 0;
    async function* counting() {
      while (true) yield ++made;
    }
    for await (const value of merged([counting()])) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (value === 3) break;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(made).toBeLessThanOrEqual(4);
  });
});
