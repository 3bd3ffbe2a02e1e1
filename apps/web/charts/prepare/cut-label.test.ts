import { describe, expect, it } from "vitest";
import { cutLabel } from "./cut-label.ts";

const drive = "INTEL SSDPED1K375GA PHKS750100AA375AGN";

describe("cutLabel", () => {
  it("leaves what fits", () => {
    expect(cutLabel("P4800X", undefined, 242)).toBe("P4800X");
  });

  it("keeps what tells two runs of one drive apart", () => {
    const labels = ["11-21 14:03", "11-21 14:09"].map((time) => cutLabel(`${drive}, ${time}`, time, 242));
    expect(labels).toEqual(["…SSDPED1K375GA PHK… 11-21 14:03", "…SSDPED1K375GA PHK… 11-21 14:09"]);
  });

  it("lets the words that many drives share go first", () => {
    expect(cutLabel("Intel Optane SSD DC P4800X 375GB", undefined, 114)).toBe("…P4800X 375GB");
    expect(cutLabel("Intel SSD DC P3700 CVFT41500DGP400GGN", undefined, 114)).toBe("…P3700 CVFT41…");
    expect(cutLabel("Micron 9100 MAX 2.4TB", undefined, 114)).toBe("…9100 MAX 2.4TB");
  });

  it("ends with an ellipsis where nothing has to be kept", () => {
    expect(cutLabel("compare-shelf:/var/lib/scratch.dat", undefined, 100)).toBe("compare-shelf:…");
  });
});
