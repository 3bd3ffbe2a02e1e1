import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { verdictOf } from "../acknowledged.ts";
import { byUrgency } from "../registry.ts";
import { judgeLevel, judgePast } from "./judge.ts";
import { nowMs, UNEVENTFUL } from "./testing.ts";

interface SmartctlLog {
  readonly critical_warning: number;
  readonly temperature: number;
  readonly available_spare: number;
  readonly available_spare_threshold: number;
  readonly percentage_used: number;
  readonly media_errors: number;
  readonly num_err_log_entries: number;
  readonly unsafe_shutdowns: number;
}

/** Logs of real drives, as smartctl wrote them; they lie beside the repository, not in it. */
const folder = new URL("../../../../../../shared/fixtures/smartctl/", import.meta.url);
const logs = !existsSync(folder)
  ? []
  : readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".json"))
      .flatMap((name) => {
        const log: SmartctlLog | undefined = JSON.parse(
          readFileSync(new URL(name, folder), "utf8"),
        ).nvme_smart_health_information_log;
        return log === undefined || log.available_spare === undefined ? [] : [{ name, log }];
      });

/** What is open of a drive at its first sight, and when nothing happens to it after that. */
function judged(log: SmartctlLog) {
  const sample = {
    timeMs: nowMs,
    criticalWarning: log.critical_warning,
    temperatureKelvin: log.temperature + 273,
    availableSparePercent: log.available_spare,
    availableSpareThresholdPercent: log.available_spare_threshold,
    percentageUsed: log.percentage_used,
  };
  const limits = {};
  const level = judgeLevel(
    { sample, limits, notResponding: false, healthLogUnread: false, missing: false, hostNotReporting: false },
    [],
  );
  const past = {
    ...UNEVENTFUL,
    limits,
    firstSight: { mediaErrors: BigInt(log.media_errors), atMs: nowMs },
    totals: { mediaErrors: log.media_errors, unsafeShutdowns: log.unsafe_shutdowns },
  };
  return byUrgency([...level, ...judgePast(past, level)]);
}

describe.skipIf(logs.length === 0)("real drives", () => {
  it("has some with what must condemn none by its level", () => {
    expect(logs.length).toBeGreaterThan(20);
    const some = (field: keyof SmartctlLog) => logs.filter(({ log }) => log[field] > 0).length;
    expect(some("unsafe_shutdowns")).toBeGreaterThan(10);
    expect(some("num_err_log_entries")).toBeGreaterThan(3);
  });

  it.each(logs)("$name is judged by its own warnings, its spare and its wear alone", ({ log }) => {
    const found = judged(log);
    const quiet = judged({ ...log, unsafe_shutdowns: 0, num_err_log_entries: 0 });
    expect(found).toEqual(quiet.map((condition) => ({ ...condition })));
    const { critical_warning: warning, percentage_used: used, media_errors: errors } = log;
    if (warning === 0 && used < 90 && errors === 0 && log.available_spare > log.available_spare_threshold + 5) {
      expect(verdictOf(found)).toBe("good");
    }
    // Old media errors are to be looked at once, and condemn nothing.
    if (warning === 0) expect(["good", "watch"]).toContain(verdictOf(found));
  });
});
