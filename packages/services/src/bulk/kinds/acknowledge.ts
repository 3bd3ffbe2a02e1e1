import type { Database, Transaction } from "@crosspoint/db";
import { acknowledgeConditions, type ConcernedDrive, unknownDrive } from "../../health/rules/acknowledge.ts";
import { type Concerned, titlesOf, toAcknowledge, toWithdraw } from "../../health/rules/acknowledgeable.ts";
import type { OpenCondition } from "../../health/rules/drive-state.ts";
import { openConditionOf, openConditions } from "../../health/rules/open-conditions.ts";
import { withdrawAcknowledgements } from "../../health/rules/withdraw.ts";
import type { BulkRequest } from "../rules/bulk-request.ts";
import type { BulkDrive, BulkKind, BulkOutcome, Judged } from "../rules/kind.ts";

type Asked<Kind extends BulkRequest["kind"]> = Extract<BulkRequest, { kind: Kind }>;

/** Of each drive what is open then, as if it had been acknowledged on the drive's page. */
export const acknowledge: BulkKind<Asked<"acknowledge">> = {
  right: "health.acknowledge",
  batch: 250,
  judge: (db, _, { rules }, drives) => judge(db, drives, (open) => toAcknowledge(open, rules), "Acknowledge"),
  async carryOut(tx, context, { rules, note }, drives) {
    const asked = { driveIds: idsOf(drives), note, ...(rules === undefined ? {} : { rules }) };
    return outcomesOf(await acknowledgeConditions(tx, context, asked), "Acknowledge");
  },
};

/** The way back. */
export const withdrawAcknowledgement: BulkKind<Asked<"withdrawAcknowledgement">> = {
  right: "health.acknowledge",
  batch: 250,
  judge: (db, _, { rules }, drives) => judge(db, drives, (open) => toWithdraw(open, rules), "Counts again:"),
  async carryOut(tx, context, { rules }, drives) {
    const asked = { driveIds: idsOf(drives), ...(rules === undefined ? {} : { rules }) };
    return outcomesOf(await withdrawAcknowledgements(tx, context, asked), "Counts again:");
  },
};

const idsOf = (drives: readonly BulkDrive[]) => drives.map(({ driveId }) => driveId);

async function judge(
  db: Database | Transaction,
  drives: readonly BulkDrive[],
  concern: (open: readonly OpenCondition[]) => Concerned,
  verb: string,
): Promise<Map<string, Judged>> {
  const rows = await db.drive.findMany({
    where: { id: { in: idsOf(drives) } },
    select: { id: true, conditions: openConditions },
    take: drives.length,
  });
  return new Map(
    rows.map(({ id, conditions }): [string, Judged] => {
      const { rules, refused } = concern(conditions.map(openConditionOf));
      return [id, refused === undefined ? { will: true, text: wordsOf(verb, rules) } : { will: false, text: refused }];
    }),
  );
}

function outcomesOf(drives: readonly ConcernedDrive[], verb: string): Map<string, BulkOutcome> {
  const known = drives.filter(({ refused }) => refused !== unknownDrive.refused);
  return new Map(
    known.map(({ driveId, rules, refused }): [string, BulkOutcome] =>
      refused === undefined
        ? [driveId, { outcome: "done", reason: wordsOf(verb, rules) }]
        : [driveId, { outcome: "refused", reason: refused }],
    ),
  );
}

/** In the order of the rules' names, so that drives with the same are counted together. */
function wordsOf(verb: string, rules: ConcernedDrive["rules"]): string {
  return `${verb} ${titlesOf(rules.toSorted())}`;
}
