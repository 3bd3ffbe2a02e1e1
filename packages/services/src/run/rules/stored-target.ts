import type { BenchmarkRun } from "@crosspoint/db";
import { ServiceError } from "../../errors.ts";
import type { TargetChoice } from "./target.ts";

/** What a run was asked for on. Throws `notFound` where it was removed since. */
export function chosenTarget(
  run: Pick<BenchmarkRun, "driveId" | "nsid" | "scratchFileId" | "volumeId" | "targetLabel">,
): TargetChoice {
  const { driveId, nsid, scratchFileId, volumeId, targetLabel } = run;
  if (driveId !== null && nsid !== null) return { kind: "namespace", driveId, nsid: Number(nsid) };
  if (scratchFileId !== null) return { kind: "scratchFile", scratchFileId };
  if (volumeId !== null) return { kind: "volume", volumeId };
  throw new ServiceError("notFound", `${targetLabel} was removed.`, { remedy: "Choose another target." });
}
