import { describe, expect, it } from "vitest";
import { bytesWords, durationWords, enduranceWords } from "./preflight-words";

const plain = (text: string | undefined) => text?.replaceAll(/[\u2009\u00a0]/g, " ");
const minute = 60_000;

describe("durationWords", () => {
  const words = (changes: Partial<Parameters<typeof durationWords>[0]>) =>
    plain(
      durationWords({
        durationMs: 60 * minute,
        durationLeastMs: 20 * minute,
        durationIsUpperBound: true,
        durationIsLimit: false,
        durationBasis: undefined,
        hasPurge: false,
        ...changes,
      }),
    );

  it.each<[Parameters<typeof words>[0], string]>([
    [{ durationLeastMs: 60 * minute, durationIsUpperBound: false }, "1 h"],
    [{}, "20 min to 1 h"],
    [{ durationBasis: "rated" }, "20 min to 1 h, estimated from its rated speeds"],
    [
      { durationBasis: "ownRuns", hasPurge: true },
      "20 min to 1 h, estimated from its own last runs, and the time of its purge",
    ],
    [{ durationIsLimit: true }, "20 min to at most 1 h (the limit of its fills; how slowly it writes is unknown)"],
  ])("of %o is %s", (changes, expected) => {
    expect(words(changes)).toBe(expected);
  });
});

const link = { linkBytesPerSecond: 3.9e9 };
const expected = { least: 1.2e12, most: 1.5e12, basis: "rated" } as const;

describe("bytesWords", () => {
  const words = (bytesWritten: Parameters<typeof bytesWords>[0]["bytesWritten"]) => plain(bytesWords({ bytesWritten }));
  it("gives what is expected before what its link allows", () => {
    expect(words({ kind: "none" })).toBe("nothing");
    expect(words({ kind: "atMost", bytes: 4e12, bytesLeast: 1e12, ...link, expected })).toBe(
      "1.2 TB to 1.5 TB, estimated from its rated speeds; at most 4 TB, the limit of its PCIe link in that time (3.9 GB/s)",
    );
    expect(words({ kind: "atMost", bytes: 4e12, bytesLeast: 0, ...link })).toBe(
      "at most 4 TB, the limit of its PCIe link in that time (3.9 GB/s)",
    );
    expect(words({ kind: "atMost", bytes: 4e12, bytesLeast: 4e12, ...link })).toBe("4 TB");
    expect(words({ kind: "unknown", writingSeconds: 60, bytesLeast: 0 })).toBe(
      "as much as the target takes in 1 min; its link speed is unknown",
    );
  });
});

describe("enduranceWords", () => {
  const drive = { targetKind: "namespace" } as const;
  const written = { kind: "atMost", bytes: 4e12, bytesLeast: 1e12, ...link } as const;
  const rated = { bytes: 7.3e15, basis: "totalBytesWritten" } as const;

  it("is a share of what may ever be written, as a range", () => {
    // 1.2 and 1.5 TB of 7.3 PB.
    expect(plain(enduranceWords({ bytesWritten: { ...written, expected }, endurance: rated, ...drive }))).toBe(
      "0.016 % to 0.021 % of its rated 7.3 PB",
    );
    const perDay = { bytes: 1e15, basis: "driveWritesPerDay" } as const;
    expect(plain(enduranceWords({ bytesWritten: written, endurance: perDay, ...drive }))).toBe(
      "0.1 % to 0.4 % of its rated 1 PB (drive writes per day over its warranty)",
    );
  });

  it("is a share of what the drives of a volume may take together", () => {
    const volume = { targetKind: "volume", bytesWritten: { ...written, expected } } as const;
    expect(plain(enduranceWords({ ...volume, endurance: rated }))).toBe(
      "0.016 % to 0.021 % of the 7.3 PB for which its drives are rated together",
    );
    expect(enduranceWords({ ...volume, endurance: undefined })).toContain("unknown: only for RAID 0");
  });

  it("says what is unknown, and nothing where nothing is written or there is no drive", () => {
    expect(enduranceWords({ bytesWritten: written, endurance: undefined, ...drive })).toContain("unknown: the catalog");
    expect(enduranceWords({ bytesWritten: { kind: "none" }, endurance: rated, ...drive })).toBeUndefined();
    expect(enduranceWords({ bytesWritten: written, endurance: rated, targetKind: "scratchFile" })).toBeUndefined();
  });
});
