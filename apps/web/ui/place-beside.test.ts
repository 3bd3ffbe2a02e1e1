import { describe, expect, it } from "vitest";
import { placeBeside } from "./place-beside";

const window = { width: 390, height: 800 };
const size = { width: 200, height: 100 };
const anchor = { top: 50, bottom: 80, left: 20, width: 60 };

describe("placeBeside", () => {
  it("stands six pixels below its anchor, at its left edge", () => {
    expect(placeBeside(anchor, size, window)).toEqual({ top: 86, left: 20 });
  });

  it("stands above where there is no room below", () => {
    expect(placeBeside({ ...anchor, top: 730, bottom: 760 }, size, window)).toEqual({ top: 624, left: 20 });
  });

  it("stands below where there is room nowhere", () => {
    expect(placeBeside(anchor, { ...size, height: 760 }, window)).toEqual({ top: 86, left: 20 });
  });

  it("keeps eight pixels from either edge of the window", () => {
    expect(placeBeside({ ...anchor, left: 300 }, size, window).left).toBe(182);
    expect(placeBeside({ ...anchor, left: 0 }, size, window).left).toBe(8);
  });

  it("stands centered where that is asked for", () => {
    expect(placeBeside({ ...anchor, left: 150 }, size, window, "center").left).toBe(80);
  });
});
