import { describe, expect, it } from "vitest";
import { cutLabel } from "./cut-label.ts";

const drive = "INTEL SSDPED1K375GA PHKS750100AA375AGN";

describe("cutLabel", () => {
  it("leaves what fits", () => {
    expect(cutLabel("P4800X", undefined, 242)).toBe("P4800X");
  });

  it("keeps what tells two runs of one drive apart", () => {
    const labels = ["11-21 14:03", "11-21 14:09"].map((time) => cutLabel(`${drive}, ${time}`, time, 242));
    expect(labels).toEqual(["INTEL SSDPED1K375G… 11-21 14:03", "INTEL SSDPED1K375G… 11-21 14:09"]);
  });

  it("ends with an ellipsis where nothing has to be kept", () => {
    expect(cutLabel(drive, undefined, 100)).toBe("INTEL SSDPE…");
  });
});
