import type { Database, Transaction } from "@crosspoint/db";
import { loadNamespace, loadScratchFile, type Target, type TargetChoice } from "./target.ts";
import { loadVolume } from "./volume-target.ts";

/** The target as it stands now. Throws `notFound` for one that never was, `conflict` for one that is gone. */
export async function loadTarget(db: Database | Transaction, choice: TargetChoice): Promise<Target> {
  switch (choice.kind) {
    case "namespace":
      return loadNamespace(db, choice.driveId, choice.nsid);
    case "scratchFile":
      return loadScratchFile(db, choice.scratchFileId);
    case "volume":
      return loadVolume(db, choice.volumeId);
  }
}
