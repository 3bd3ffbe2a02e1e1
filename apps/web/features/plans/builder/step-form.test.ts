import { expect, it, vi } from "vitest";
import { stepForm } from "./step-form";

const fields = { kind: "streams", streams: [{ name: "a" }, { name: "b", queueDepth: [1, 0] }] };
const mistake = (path: (string | number)[], message: string) => ({ key: "x", path, documentPath: path, message });

it("reads and writes the fields of a part, and knows what is wrong in it", () => {
  const [onSet, onFields] = [vi.fn(), vi.fn()];
  const mistakes = [mistake(["streams", 1, "queueDepth", 1], "too small"), mistake(["streams", 0], "bad")];
  const stream = stepForm({ fields, mistakes, onSet, onFields }).at("streams", 1);
  expect(stream.get(["name"])).toBe("b");
  expect(stream.get(["none", "deeper"])).toBeUndefined();
  expect([stream.error(["queueDepth"]), stream.error(["queueDepth", 0]), stream.error(["name"])]).toEqual([
    "too small",
    undefined,
    undefined,
  ]);
  stream.set(["name"], "c");
  expect(onSet).toHaveBeenCalledWith(["streams", 1, "name"], "c");
  stream.setAll({ name: "d", queueDepth: undefined });
  expect(onFields).toHaveBeenCalledWith({ kind: "streams", streams: [{ name: "a" }, { name: "d" }] });
});
