import type { Outputs } from "@/api/client";

export type Reported = Outputs["batch"]["report"]["runs"][number];

/** Why a drive did not pass, a line each; what failed before what is not known. */
export function reasonsOf({ run, effect: { qualification } }: Reported): string[] {
  if (qualification === undefined) return run.reason === undefined ? [] : [run.reason];
  const failed = qualification.criteria.flatMap(({ name, judgement }) =>
    judgement.verdict === "fail" ? [`${name}: ${judgement.found}`] : [],
  );
  const open = qualification.criteria.flatMap(({ name, judgement }) =>
    judgement.verdict === "notJudged" && judgement.isRequired ? [`${name}: ${judgement.reason}`] : [],
  );
  return [...failed, ...open];
}
