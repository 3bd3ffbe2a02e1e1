import type { Database, Transaction } from "@crosspoint/db";
import { planWrites, type RatedChecks } from "@crosspoint/domain";
import { type PlanTemplate, type RunSettings, setStep } from "@crosspoint/protocol";
import { ServiceError } from "../../errors.ts";
import { readRated } from "../../stored/run.ts";
import { namedPlan, type PlanChoice, shortenedAs } from "./chosen-plan.ts";
import { type LoadedPlan, planWith } from "./loaded-plan.ts";

/** The plan that was chosen, behind the settings of the drive that are to hold for all of it. */
export async function loadPlan(
  db: Database | Transaction,
  choice: PlanChoice,
  settings?: RunSettings,
): Promise<LoadedPlan> {
  if (choice.kind === "ofRun") refuseSettings(settings);
  const { document, rated } = await sourceOf(db, choice);
  return planWith(shortenedAs(document, choice), settings, rated);
}

/** What a run set of its drive stands in its steps, and other settings before them would be overridden there. */
function refuseSettings(settings: RunSettings = {}): void {
  if (!setStep.safeParse({ kind: "set", ...settings }).success) return;
  const message = "The plan of an earlier run has its own drive settings, and runs with those alone.";
  throw new ServiceError("invalid", message, {
    remedy: "Leave the settings out, or choose the plan itself.",
    fields: [{ path: "settings", message }],
  });
}

interface PlanSource {
  readonly document: PlanTemplate;
  /** What the run before it checked. */
  readonly rated?: RatedChecks | undefined;
}

async function sourceOf(db: Database | Transaction, choice: PlanChoice): Promise<PlanSource> {
  switch (choice.kind) {
    case "builtIn":
    case "custom":
      return { document: namedPlan(choice) };
    case "saved":
      return { document: (await loadVersion(db, choice)).document };
    case "ofRun":
      return planOfRun(db, choice.runId);
  }
}

/**
 * The same for a launch. Who agrees that data is lost has seen what is to run: of a saved plan that writes, the version is
 * named, since another may have been saved meanwhile.
 */
export async function loadPlanToRun(
  db: Database | Transaction,
  choice: PlanChoice,
  settings?: RunSettings,
): Promise<LoadedPlan> {
  const plan = await loadPlan(db, choice, settings);
  if (choice.kind !== "saved" || choice.version !== undefined || !planWrites(plan.document.steps)) return plan;
  const message = `"${plan.document.name}" writes, and which of its versions is meant was not said.`;
  throw new ServiceError("invalid", message, {
    remedy: "Choose the version that you looked at.",
    fields: [{ path: "plan.version", message }],
  });
}

/** A version of a saved plan, the latest where none is named. */
export async function loadVersion(
  db: Database | Transaction,
  { savedPlanId, version }: { savedPlanId: string; version?: number | undefined },
): Promise<{ version: number; document: PlanTemplate; planHash: string }> {
  const row = await db.savedPlanVersion.findFirst({
    where: { planId: savedPlanId, ...(version === undefined ? {} : { version }) },
    orderBy: { version: "desc" },
    select: { version: true, document: true, planHash: true, plan: { select: { name: true } } },
  });
  if (row === null) {
    const which = version === undefined ? "" : ` of version ${version}`;
    throw new ServiceError("notFound", `There is no saved plan ${savedPlanId}${which}.`, {
      remedy: "Choose another plan; somebody may have deleted it.",
    });
  }
  const document = row.document as unknown as PlanTemplate;
  return { version: row.version, planHash: row.planHash, document: { ...document, name: row.plan.name } };
}

async function planOfRun(db: Database | Transaction, runId: string): Promise<PlanSource> {
  const run = await db.benchmarkRun.findUnique({ where: { id: runId }, select: { plan: true, rated: true } });
  if (run === null) throw new ServiceError("notFound", `There is no run ${runId}.`);
  return { document: run.plan as unknown as PlanTemplate, rated: readRated(run.rated) };
}
