import { describe, expect, it } from "vitest";
import type { JudgedFigure } from "../conformance/judge.ts";
import { CRITERIA, type CriterionId } from "./criterion.ts";
import type { Counted, CountedLog, QualificationFacts, QualifiedPoint } from "./facts.ts";
import { judgeQualification } from "./judge.ts";

const log: CountedLog = {
  criticalWarning: 0,
  compositeTemperatureKelvin: 311,
  availableSparePercent: 100,
  availableSpareThresholdPercent: 10,
  percentageUsed: 0,
  dataUnitsRead: "100",
  dataUnitsWritten: "200",
  powerCycles: "5",
  unsafeShutdowns: "1",
  mediaErrors: "7",
  errorLogEntries: "40",
  warningTemperatureTimeMinutes: 3,
  criticalTemperatureTimeMinutes: 0,
  thermalManagement1Transitions: 6,
  thermalManagement2Transitions: 0,
  thermalManagement1Seconds: 840,
  thermalManagement2Seconds: 0,
};
const counted = (changes: Partial<CountedLog> = {}, more: Partial<Counted> = {}): Counted => ({
  log: { ...log, ...changes },
  errorLog: [],
  vendorLogs: [],
  ...more,
});

const link = { now: "8.0 GT/s PCIe x4", best: "8.0 GT/s PCIe x4" };
const whole = { matched: 8, mismatched: 0, readBackBytes: "375083606016", spanBytes: "375083606016" };
const fill: QualifiedPoint = {
  sequence: 0,
  state: "complete",
  isFill: true,
  data: "verified",
  spanPercent: 100,
  errors: [],
  link,
  verification: whole,
};
const soaked: QualifiedPoint = {
  ...fill,
  sequence: 1,
  isFill: false,
  verification: { ...whole, readBackBytes: "4096" },
};
const figure = (kind: "met" | "missed"): JudgedFigure => ({
  figure: {
    key: "k",
    label: "Random read, 4 KiB, QD16",
    metric: "iops",
    value: 550_000,
    unit: "iops",
    bound: "exact",
    workload: {},
  },
  stepPath: [2],
  verdict:
    kind === "met"
      ? { kind, measured: 560_000, betterPercent: 2, sequence: 1 }
      : { kind, measured: 495_000, worsePercent: 10, sequence: 1 },
});

const unmeasured = (changes: Partial<JudgedFigure> = {}): JudgedFigure => ({
  ...figure("met"),
  verdict: { kind: "notMeasured", reason: "Skipped by Ada." },
  ...changes,
});

/** A drive of which nothing is to be said. */
const good: QualificationFacts = {
  runState: "complete",
  points: [fill, soaked],
  before: counted(),
  after: counted({ dataUnitsWritten: "900", compositeTemperatureKelvin: 330 }),
  heat: { kelvinMax: 340, samples: 12, warningKelvin: 343 },
  selfTests: [
    { test: "short", outcome: "passed" },
    { test: "extended", outcome: "passed" },
  ],
  selfTestsPlanned: 2,
  rated: [figure("met")],
  soak: Array.from({ length: 120 }, () => 1e9),
};

const of = (id: CriterionId, changes: Partial<QualificationFacts>) => {
  const { verdict, criteria } = judgeQualification({ ...good, ...changes });
  const judged = criteria.find((criterion) => criterion.id === id);
  if (judged === undefined) throw new Error(`there is no criterion ${id}`);
  const { judgement } = judged;
  return { whole: verdict, ...judgement };
};
const points = (changes: Partial<QualifiedPoint>) => ({ points: [{ ...fill, ...changes }, soaked] });
const after = (changes: Partial<CountedLog>, more: Partial<Counted> = {}) => ({ after: counted(changes, more) });
const entry = (errorCount: string, status: number) => ({ errorCount, status, lba: "123456" });

describe("a qualification", () => {
  it("passes a drive of which every criterion holds", () => {
    const { verdict, criteria } = judgeQualification(good);
    expect(criteria.map(({ id }) => id)).toEqual(CRITERIA);
    expect(criteria.map(({ id, judgement }) => [id, judgement.verdict])).toEqual(CRITERIA.map((id) => [id, "pass"]));
    expect(verdict).toBe("pass");
  });

  it.each<[CriterionId, Partial<QualificationFacts>, string]>([
    [
      "dataIntact",
      points({ verification: { ...whole, mismatched: 2, firstMismatchBytes: "33554432" } }),
      "2 blocks read back wrong, the first at byte 33,554,432.",
    ],
    ["noFailedOperations", points({ errors: [{ name: "EIO", count: 3 }] }), "3 × EIO."],
    ["noMediaErrors", after({ mediaErrors: "8" }), "1 new (8 in all)"],
    [
      "noDeviceErrors",
      after({ errorLogEntries: "42" }, { errorLog: [entry("42", 0x281), entry("41", 0x06), entry("40", 0x281)] }),
      "Unrecovered read error (type 2h, code 81h) at LBA 123,456 and 1 more.",
    ],
    ["spareUnchanged", after({ availableSparePercent: 99 }), "99 % (100 % before, threshold 10 %)"],
    ["noCriticalWarning", after({ criticalWarning: 4 }), ""],
    [
      "selfTestPassed",
      {
        selfTests: [
          { test: "short", outcome: "passed" },
          { test: "extended", outcome: "failed", reason: "a segment failed", failedSegment: 3, failingLba: "123456" },
        ],
      },
      "extended: a segment failed; segment 3; LBA 123,456",
    ],
    ["ratedFiguresMet", { rated: [figure("met"), figure("missed")] }, "1 met, 1 missed: Random read, 4 KiB, QD16"],
    [
      "temperatureBelowWarning",
      { heat: { kelvinMax: 343, samples: 12, warningKelvin: 343 } },
      "70 °C at most in 12 samples, warning at 70 °C",
    ],
    [
      "noThermalThrottling",
      after({ thermalManagement1Seconds: 900, thermalManagement1Transitions: 7, warningTemperatureTimeMinutes: 5 }),
      "throttled 1 time, 60 s; 2 min above the warning temperature",
    ],
    [
      "steadyThroughput",
      { soak: [...Array.from({ length: 60 }, () => 1e9), ...Array.from({ length: 60 }, () => 7.5e8)] },
      "1 GB/s at first, 750 MB/s at last, 25 % less",
    ],
    [
      "fullLink",
      points({ link: { now: "8.0 GT/s PCIe x2", best: "8.0 GT/s PCIe x4" } }),
      "8.0 GT/s PCIe x2 of 8.0 GT/s PCIe x4",
    ],
  ])("fails for %s, and for nothing else", (id, changes, words) => {
    const judged = of(id, changes);
    expect(judged).toMatchObject({ verdict: "fail", whole: "fail" });
    const text = "found" in judged ? judged.found.replaceAll("\u2009", " ") : "";
    if (words !== "") expect(text).toBe(words);
    const { criteria } = judgeQualification({ ...good, ...changes });
    const others = criteria.filter((criterion) => criterion.id !== id && criterion.judgement.verdict === "fail");
    expect(others).toEqual([]);
  });

  it.each<[string, CriterionId, Partial<QualificationFacts>, RegExp]>([
    ["a run that did not end well", "planComplete", { runState: "cancelled", runReason: "Canceled by Ada" }, /Ada/],
    ["results that did not arrive", "planComplete", points({ state: "pending" }), /1 of 2 points have no result/],
    [
      "a part of the span",
      "dataIntact",
      points({
        state: "interrupted",
        reason: "It was stopped.",
        verification: { ...whole, readBackBytes: "375000000000" },
      }),
      /^Only 375 GB were read back, 99.9\s?% of the span\. It was stopped\.$/,
    ],
    ["half a span", "dataIntact", points({ spanPercent: 50 }), /50\s?% of the span\. The plan writes 50 % of it\.$/],
    ["no verified fill", "dataIntact", { points: [soaked] }, /No step/],
    [
      "no counters before",
      "noMediaErrors",
      { before: counted({}, { log: undefined, problem: "no answer" }) },
      /no answer/,
    ],
    ["no counters after", "spareUnchanged", { after: undefined }, /after the run/],
    ["a counter that was set back", "noMediaErrors", after({ mediaErrors: "0" }), /backwards/],
    ["throttling that was set back", "noThermalThrottling", after({ thermalManagement1Seconds: 839 }), /backwards/],
    [
      "a soak that was skipped, whatever else was measured for a minute",
      "planComplete",
      { points: [fill, { ...soaked, state: "skipped", reason: "Skipped by Ada." }] },
      /^A load of verified data was skipped: Skipped by Ada\.$/,
    ],
    [
      "a self-test that the host's policy denies",
      "selfTestPassed",
      {
        selfTests: [
          { test: "short", outcome: "passed" },
          { test: "extended", outcome: "skipped", reason: "the policy does not allow self_test" },
        ],
      },
      /^The extended self-test was skipped: the policy does not allow self_test\.$/,
    ],
    [
      "a self-test whose result did not arrive",
      "selfTestPassed",
      { selfTests: [{ test: "short", outcome: "passed" }] },
      /^1 of 2 self-tests have no result\.$/,
    ],
    ["entries that the log has lost", "noDeviceErrors", after({ errorLogEntries: "43" }), /3 of 3 new entries/],
    [
      "a test without an end",
      "selfTestPassed",
      { selfTests: [{ test: "short", outcome: "unfinished", reason: "aborted" }] },
      /aborted/,
    ],
    ["no temperature", "temperatureBelowWarning", { heat: { samples: 0, warningKelvin: 343 } }, /No temperature/],
    [
      "a drive of which nothing is known any more",
      "temperatureBelowWarning",
      { heat: { kelvinMax: 360, samples: 12, warningKelvin: "unknown" } },
      /warning temperature is not known/,
    ],
    [
      "a rated figure whose point was skipped, whatever others were met",
      "ratedFiguresMet",
      { rated: [figure("met"), unmeasured()] },
      /^1 of 2 figures without a measurement: Random read, 4 KiB, QD16: Skipped by Ada\.$/,
    ],
    [
      "rated figures that were all skipped",
      "ratedFiguresMet",
      { rated: [unmeasured(), unmeasured()] },
      /^2 of 2 figures without a measurement/,
    ],
    ["a soak too short", "steadyThroughput", { soak: [1, 2, 3] }, /60 s/],
  ])("is inconclusive for %s", (_, id, changes, words) => {
    const judged = of(id, changes);
    expect(judged).toMatchObject({ verdict: "notJudged", isRequired: true, whole: "inconclusive" });
    expect("reason" in judged ? judged.reason.replaceAll("\u2009", " ") : "").toMatch(words);
  });

  it.each<[string, CriterionId, Partial<QualificationFacts>]>([
    [
      "a self-test",
      "selfTestPassed",
      { selfTests: [{ test: "short", outcome: "skipped", reason: "the drive has no self-test" }], selfTestsPlanned: 1 },
    ],
    ["a self-test that its plan has not", "selfTestPassed", { selfTests: [], selfTestsPlanned: 0 }],
    ["rated figures", "ratedFiguresMet", { rated: undefined }],
    [
      "a rated figure that no step of its plan measures",
      "ratedFiguresMet",
      { rated: [unmeasured({ stepPath: undefined })] },
    ],
    ["a warning temperature", "temperatureBelowWarning", { heat: { samples: 0 } }],
    ["a link", "fullLink", { points: [fill, soaked].map((point) => ({ ...point, link: undefined })) }],
  ])("does not ask a drive for %s that it has not", (_, id, changes) => {
    expect(of(id, changes)).toMatchObject({ verdict: "notJudged", isRequired: false, whole: "pass" });
  });

  it("takes refused commands in the error log for no failure of the drive", () => {
    const refused = { errorLog: [entry("42", 0x02), entry("41", 0x109)] };
    expect(of("noDeviceErrors", after({ errorLogEntries: "42" }, refused))).toMatchObject({
      verdict: "pass",
      found: "2 new, all of refused commands",
    });
  });

  it("fails whatever else is not known", () => {
    expect(of("noMediaErrors", { ...after({ mediaErrors: "9" }), runState: "failed" }).whole).toBe("fail");
  });
});
