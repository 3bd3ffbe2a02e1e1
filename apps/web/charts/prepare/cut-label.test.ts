import { describe, expect, it } from "vitest";
import { cutApart, cutLabel } from "./cut-label.ts";

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

describe("cutApart", () => {
  const optane = (serial: string) => `Intel Optane SSD DC P4800X SIMULATED-${serial}`;
  const cut = (texts: readonly string[], pixels: number) =>
    cutApart(
      texts.map((text) => ({ text })),
      pixels,
    );

  it("cuts at the end what reads differently all the same", () => {
    expect(cut(["Intel Optane SSD DC P4800X 375GB", "Intel SSD DC P3700 CVFT41500DGP400GGN"], 114)).toEqual([
      "…P4800X 375GB",
      "…P3700 CVFT41…",
    ]);
  });

  it("shows the ends of serials where their beginnings are the same", () => {
    // As narrow as beside the bars of a phone's window.
    expect(cut([optane("0036001673"), "Intel SSD DC P3700 800GB", optane("0037000836")], 114)).toEqual([
      "…P4800X …01673",
      "…P3700 800GB",
      "…P4800X …00836",
    ]);
  });

  it("leaves one series alike in each of its lines", () => {
    expect(cut([optane("0036001673"), optane("0036001673")], 114)).toEqual(["…P4800X SIMUL…", "…P4800X SIMUL…"]);
  });

  it("keeps the depth of two curves of a drive, and the time of two of its runs", () => {
    expect(cut(["SIMULATED-0036001673, QD1", "SIMULATED-0036001673, QD16"], 130)).toEqual([
      "…0036001673, QD1",
      "…036001673, QD16",
    ]);
    const runs = ["0036001673", "0037000836"].map((serial) => ({
      text: `${optane(serial)}, 11-21 14:03`,
      end: "11-21 14:03",
    }));
    expect(cutApart(runs, 200)).toEqual(["…P4800X …1673, 11-21 14:03", "…P4800X …0836, 11-21 14:03"]);
  });
});
