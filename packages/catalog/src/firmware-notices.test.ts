import { describe, expect, it } from "vitest";
import { noticesAbout, parseFirmwareNotices } from "./firmware-notices.ts";
import { firmwareNoticesAbout } from "./index.ts";

const idsOf = (model: string, firmware: string) => firmwareNoticesAbout(model, firmware).map(({ id }) => id);

describe("firmwareNoticesAbout", () => {
  it.each([
    ["Samsung SSD 980 PRO 2TB", "3B2QGXA7", ["samsung-980-pro"]],
    ["samsung ssd 980 pro 2tb  ", "3b2qgxa7", ["samsung-980-pro"]],
    ["Samsung SSD 980 PRO 2TB", "5B2QGXA7", []],
    ["Samsung SSD 980 2TB", "3B2QGXA7", []],
    ["INTEL SSDPE2KE016T7", "QDV10150", ["intel-p4600-queues"]],
    ["INTEL SSDPE2KE016T8", "QDV10150", []],
    ["INTEL SSDPED1K375GA", "E2010325", []],
    ["KINGSTON SA2000M81000G", "S5Z42105", ["kingston-a2000"]],
    ["KINGSTON SA2000M81000G", "S5Z42105X", []],
  ])("%s with %s", (model, firmware, ids) => {
    expect(idsOf(model, firmware)).toEqual(ids);
  });

  it("takes no part of a pattern twice", () => {
    const notice = {
      id: "a",
      models: ["AB*BC"],
      bad: ["*"],
      impact: "hang",
      text: "x",
      source: { publisher: "p", url: "https://example.com" },
    };
    const [entry] = parseFirmwareNotices([notice]);
    if (entry === undefined) throw new Error("no entry");
    expect(noticesAbout([entry], "ABC", "1")).toEqual([]);
    expect(noticesAbout([entry], "ABBC", "1")).toEqual([notice]);
    expect(() => parseFirmwareNotices([notice, notice])).toThrow("firmware-notices.yaml: a occurs twice.");
    expect(() => parseFirmwareNotices([{ ...notice, impact: "bad" }])).toThrow("firmware-notices.yaml, a: impact:");
  });
});
