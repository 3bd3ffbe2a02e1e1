import { describe, expect, it } from "vitest";
import { type PageChain, rowsOf, unread, withPage } from "./page-chain";

const page = (length: number, nextCursor?: string) => ({ drives: Array(length).fill({}), nextCursor });
const read = (...pages: ReturnType<typeof page>[]) =>
  pages.reduce((chain: PageChain, each, index) => withPage(chain, index, each), unread);

describe("the chain of pages", () => {
  it("grows by the page that each tells of, until one is the last", () => {
    expect(rowsOf(unread, 20)).toBe(20);
    const two = read(page(100, "b"));
    expect(two).toEqual({ cursors: [undefined, "b"], lastLength: undefined });
    expect(rowsOf(two, 20)).toBe(120);
    expect(rowsOf(read(page(100, "b"), page(30)), 20)).toBe(130);
  });

  it("stays the same object where a page that is read again says the same", () => {
    const chain = read(page(100, "b"), page(100, "c"), page(7));
    expect(withPage(chain, 0, page(100, "b"))).toBe(chain);
    expect(withPage(chain, 2, page(7))).toBe(chain);
  });

  it("moves the beginning of the next page alone, and keeps those behind it", () => {
    const chain = read(page(100, "b"), page(100, "c"), page(7));
    expect(withPage(chain, 0, page(100, "b2"))).toEqual({ cursors: [undefined, "b2", "c"], lastLength: 7 });
  });

  it("ends where a page becomes the last, and goes on where the last becomes full", () => {
    const chain = read(page(100, "b"), page(100, "c"), page(7));
    expect(withPage(chain, 0, page(99))).toEqual({ cursors: [undefined], lastLength: 99 });
    expect(withPage(chain, 2, page(100, "d"))).toEqual({ cursors: [undefined, "b", "c", "d"], lastLength: undefined });
  });
});
