import { describe, expect, it } from "vitest";
import { detailText } from "./detail-text.ts";

const plain = (text: string) => text.replaceAll(/\s/g, " ");

describe("detailText", () => {
  it("tells the deed first and the place last, in whatever order it was stored", () => {
    const detail = { host: "vault-7", what: "Start a short self-test", drive: "INTEL SSDPEDMD400G4 CVFT41" };
    expect(detailText(detail)).toBe("Start a short self-test, INTEL SSDPEDMD400G4 CVFT41, on vault-7");
  });

  it("says that a run writes to a drive, and nothing where it does not", () => {
    const run = { target: "P3700 CVFT41", plan: "Quick check", settings: "power governor 2", host: "vault-7" };
    const written = "P3700 CVFT41, plan Quick check, with power governor 2, writes to the drive, on vault-7";
    expect(detailText({ ...run, writesToDrive: true })).toBe(written);
    expect(detailText({ ...run, writesToDrive: false })).not.toContain("writes");
  });

  it("tells where a sign-in came from, and how many failed", () => {
    expect(detailText({ device: "Firefox on Linux", address: "203.0.113.9" })).toBe(
      "Firefox on Linux, from 203.0.113.9",
    );
    const failed = { email: "a@example.com", address: "203.0.113.9" };
    expect(detailText({ ...failed, failures: 1 })).toBe("a@example.com, from 203.0.113.9");
    expect(detailText({ ...failed, failures: 12 })).toBe("a@example.com, from 203.0.113.9, 12 times");
  });

  it("tells of a threshold for which drives it is, from what to what, and why", () => {
    const set = { rule: "Percentage used", drives: "the fleet", before: "default", after: "watch: 80 % or more" };
    expect(detailText({ ...set, why: "bought used" }, "Percentage used")).toBe(
      'the fleet, from default, to watch: 80 % or more, "bought used"',
    );
  });

  it("leaves out what only names the target", () => {
    const enrolled = { hostname: "vault-7", address: "203.0.113.9", token: "…HSNU" };
    expect(detailText(enrolled, "vault-7")).toBe("from 203.0.113.9, token …HSNU");
    expect(detailText({ email: "a@example.com" }, "a@example.com")).toBe("");
  });

  it("leaves out what the name of a run has, and no more of it", () => {
    const imported = { file: "run.json", tool: "fio-3.36", points: 1, target: "/dev/nvme2n1" };
    expect(detailText(imported, "job1, /dev/nvme2n1")).toBe("run.json, of fio-3.36, 1 point");
    const log = { file: "hist_clat_hist.1.log", tool: "fio", points: 1, target: "hist_clat_hist.1.log" };
    expect(detailText(log, "hist_clat_hist.1.log")).toBe("of fio, 1 point");
    const run = { target: "P3700 CVFT41", plan: "Quick check", host: "vault-7" };
    expect(detailText(run, "Quick check, P3700 CVFT41")).toBe("on vault-7");
    expect(detailText(run, "Quick check 2, P3700 CVFT412")).toBe("P3700 CVFT41, plan Quick check, on vault-7");
  });

  it("tells when a maintenance window begins in its zone, and how long it is", () => {
    const window = { window: "Shelf", of: "stor-7", zone: "UTC", beginsAt: "2026-11-23T08:21", durationMinutes: 60 };
    expect(plain(detailText(window, "Shelf"))).toBe("of stor-7, from 2026-11-23 08:21 UTC, for 1 h");
    const nights = { ...window, zone: "Europe/Berlin", durationMinutes: 90, recurrence: "daily" };
    expect(plain(detailText(nights, "Shelf"))).toBe(
      "of stor-7, from 2026-11-23 08:21 Europe/Berlin, for 1 h 30 min, daily",
    );
  });

  it("says counts and states in words, nothing of what is none, and no ids beside names", () => {
    const merged = {
      drive: "P4800X A",
      merged: "OLD B",
      mergedId: "7c1",
      rows: 1,
      runs: 0,
      sightings: 12_000,
      note: "fw",
    };
    expect(detailText(merged)).toBe('P4800X A, merged with OLD B, 1 row of history, 12,000 places, "fw"');
    expect(detailText({ drive: "A", lifecycle: "inService", before: "retired", note: "", replacedBy: null })).toBe(
      "A, in service, from retired",
    );
    expect(detailText({ format: "csv", drives: "all matches" })).toBe("all matches, CSV");
    expect(detailText({ schedule: "Weekly", due: "2026-11-22T02:30:00.000Z", count: 3, skippedTargets: 2 })).toBe(
      "schedule Weekly, 3 times, due 2026-11-22 02:30 UTC, skipped targets: 2",
    );
  });

  it("says of what was removed what is kept and what is deleted", () => {
    const history = { samplesDeleted: 13, hoursDeleted: 2016, daysDeleted: 1 };
    const rolledUp = "13 samples deleted, 2,016 hourly values deleted, 1 daily value deleted";
    const drive = "INTEL SSDPED1K375GA PHKS1";
    expect(detailText({ drive, runsKept: 2, ...history }, drive)).toBe(`2 runs kept, ${rolledUp}`);
    expect(detailText({ drive, runsDeleted: 1, ...history }, drive)).toBe(`1 run deleted, ${rolledUp}`);
    const host = { hostname: "sim-db-128", commandsDeleted: 0 };
    expect(detailText({ ...host, history: "keep", runsKept: 31 }, "sim-db-128")).toBe("history kept, 31 runs kept");
    expect(
      detailText({ ...host, history: "delete", drivesDeleted: 24, runsDeleted: 31, ...history }, "sim-db-128"),
    ).toBe(`history deleted, 24 drives deleted, 31 runs deleted, ${rolledUp}`);
  });

  it("says in older entries of a removed drive that its runs are kept, and not its history", () => {
    const removed = { drive: "A B", history: "keep", runs: 0, samples: 13 };
    expect(detailText(removed, "A B")).toBe("runs kept, 13 samples deleted");
  });

  it("gives sizes their unit, leaves times to the page, and shows what it has no words for", () => {
    expect(detailText({ uses: 1, expiresAt: "2026-11-22T19:07:55.492Z" })).toBe("for one host");
    expect(detailText({ path: "/scratch", sizeBytes: 1_000_000_000 })).toBe("/scratch, 1\u2009GB");
    expect(detailText({ email: "a@example.com", before: "admin", after: "viewer", extra: 7 })).toBe(
      "a@example.com, from admin, to viewer, extra: 7",
    );
  });
});
