import type { SampledDrive } from "@crosspoint/db/queries/lock-sampled-drives";
import type { JudgedLog } from "./drive-state.ts";

/** Judgments of figures under the same limits: of a model, and of what its drives say of themselves. */
interface Judgments {
  readonly warningTemperatureKelvin: number | null;
  readonly criticalTemperatureKelvin: number | null;
  readonly byFigures: Map<number, boolean>;
}

const byModel = new Map<string, Judgments[]>();
const [modelsMost, limitsMost, figuresMost] = [1000, 100, 10_000];

/** What `judge` says of the figures that a drive is judged by, which depends on those, its model and its limits alone. */
export function isOnceJudged(drive: SampledDrive, log: JudgedLog, judge: () => boolean): boolean {
  const judgments = judgmentsOf(drive);
  const figures = figuresOf(log);
  const known = judgments.get(figures);
  if (known !== undefined) return known;
  if (judgments.size >= figuresMost) judgments.clear();
  const judged = judge();
  judgments.set(figures, judged);
  return judged;
}

function judgmentsOf({
  model,
  warningTemperatureKelvin,
  criticalTemperatureKelvin,
}: SampledDrive): Map<number, boolean> {
  const ofModel = byModel.get(model) ?? [];
  for (const each of ofModel) {
    const isSame = each.warningTemperatureKelvin === warningTemperatureKelvin;
    if (isSame && each.criticalTemperatureKelvin === criticalTemperatureKelvin) return each.byFigures;
  }
  const byFigures = new Map<number, boolean>();
  if (byModel.size >= modelsMost) byModel.clear();
  if (ofModel.length >= limitsMost) ofModel.splice(0);
  ofModel.push({ warningTemperatureKelvin, criticalTemperatureKelvin, byFigures });
  byModel.set(model, ofModel);
  return byFigures;
}

/** One number of all of them: 48 bits. */
function figuresOf(log: JudgedLog): number {
  const low = log.availableSparePercent * 2 ** 16 + log.availableSpareThresholdPercent * 2 ** 8 + log.percentageUsed;
  return (log.criticalWarning * 2 ** 16 + log.compositeTemperatureKelvin) * 2 ** 24 + low;
}
