import { countVerdicts } from "../../conformance/judge.ts";
import { formatCount } from "../../units/units.ts";
import { type Criterion, fail, notAsked, notJudged, pass } from "../criterion.ts";
import type { SelfTestFacts } from "../facts.ts";

/** The agent's words for a drive or a file that has no self-test. A policy that denies one says nothing of the drive. */
const hasNone = /has no self-test$/;

export const selfTestPassed: Criterion = {
  id: "selfTestPassed",
  name: "Self-test passed",
  limit: "completed without error",
  source: "Device Self-test log 06h",
  judge: ({ selfTests, selfTestsPlanned }) => {
    const failed = selfTests.find(({ outcome }) => outcome === "failed");
    if (failed !== undefined) return fail(failureWords(failed));
    const unfinished = selfTests.find(({ outcome }) => outcome === "unfinished");
    if (unfinished !== undefined)
      return notJudged(`The ${unfinished.test} self-test: ${unfinished.reason ?? "no result"}.`);
    const leftOut = selfTests.find(({ outcome, reason = "" }) => outcome === "skipped" && !hasNone.test(reason));
    if (leftOut !== undefined) {
      return notJudged(`The ${leftOut.test} self-test was skipped: ${leftOut.reason ?? "no reason"}.`);
    }
    if (selfTests.length < selfTestsPlanned) {
      const missing = formatCount(selfTestsPlanned - selfTests.length);
      return notJudged(`${missing} of ${formatCount(selfTestsPlanned)} self-tests have no result.`);
    }
    const passed = selfTests.filter(({ outcome }) => outcome === "passed");
    if (passed.length > 0) return pass(passed.map(({ test }) => test).join(", "));
    const [skipped] = selfTests;
    return notAsked(
      skipped === undefined ? "The plan has no self-test." : `Skipped: ${skipped.reason ?? "no reason"}.`,
    );
  },
};

function failureWords({ test, reason, failedSegment, failingLba }: SelfTestFacts): string {
  const segment = failedSegment === undefined ? "" : `; segment ${failedSegment}`;
  const lba = failingLba === undefined ? "" : `; LBA ${formatCount(BigInt(failingLba))}`;
  return `${test}: ${reason ?? "failed"}${segment}${lba}`;
}

export const ratedFiguresMet: Criterion = {
  id: "ratedFiguresMet",
  name: "Rated figures met",
  limit: "every figure of the model's spec sheet that the plan measures",
  source: "the spec sheet in the catalog",
  judge: ({ rated }) => {
    if (rated === undefined || rated.length === 0) return notAsked("The catalog has no rated figures of this model.");
    const { met, missed, notJudged: open, notMeasured } = countVerdicts(rated);
    const counts = [
      `${formatCount(met)} met`,
      ...(missed > 0 ? [`${formatCount(missed)} missed`] : []),
      ...(open > 0 ? [`${formatCount(open)} not judged`] : []),
      ...(notMeasured > 0 ? [`${formatCount(notMeasured)} not measured`] : []),
    ].join(", ");
    // A figure without a step is not the plan's to measure; one with a step was promised and is still unknown.
    const unknown = rated.flatMap(({ figure, stepPath, verdict }) =>
      stepPath !== undefined && verdict.kind === "notMeasured" ? [{ ...figure, reason: verdict.reason }] : [],
    );
    if (missed > 0) {
      const names = rated.filter(({ verdict }) => verdict.kind === "missed").map(({ figure }) => figure.label);
      return fail(`${counts}: ${names.join("; ")}`);
    }
    const [first] = unknown;
    if (first !== undefined) {
      return notJudged(
        `${formatCount(unknown.length)} of ${formatCount(rated.length)} figures without a measurement: ${first.label}: ${first.reason}`,
      );
    }
    return met > 0 ? pass(counts) : notAsked(`No rated figure could be judged: ${counts}.`);
  },
};
