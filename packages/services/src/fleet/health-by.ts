import { countHealthBy, type HealthCount } from "@crosspoint/db/queries/health-by";
import { VERDICTS, type Verdict, verdictOfRank, verdictRank } from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { productNameOf } from "../drive/rules/product-name.ts";
import { requireRight } from "../rights.ts";

const maxRows = 20;

export const fleetHealthInput = z.object({ by: z.enum(["model", "firmware", "group", "host"]) });

export interface HealthOf {
  /** A model, a firmware, a group's or a host's id. */
  readonly key: string;
  /** Of a model, and of a firmware. */
  readonly model: string | undefined;
  readonly productName: string | undefined;
  /** Of a group and a host. */
  readonly name: string | undefined;
  readonly drives: number;
  /** Those that are there, the most urgent first. */
  readonly byVerdict: readonly { readonly verdict: Verdict; readonly count: number }[];
}

export interface FleetHealth {
  /** What the rows are of. */
  readonly by: z.infer<typeof fleetHealthInput>["by"];
  /** Those with the most drives that are not good first. */
  readonly rows: readonly HealthOf[];
  /** There are more than these. */
  readonly more: boolean;
}

/** How the drives of each model, firmware, group or host are. */
export async function fleetHealth(
  context: ServiceContext,
  { by }: z.infer<typeof fleetHealthInput>,
): Promise<FleetHealth> {
  requireRight(context, "fleet.view");
  const goodRank = verdictRank("good");
  const found = await countHealthBy(context.db, { kind: by, goodRank, limit: maxRows + 1 });
  return { by, rows: found.slice(0, maxRows).map((count) => healthOf(by, count)), more: found.length > maxRows };
}

function healthOf(by: z.infer<typeof fleetHealthInput>["by"], { key, detail, drives, ranks }: HealthCount): HealthOf {
  const model = by === "model" ? key : by === "firmware" ? detail : undefined;
  const bad = ranks.map(({ rank, count }) => ({ verdict: verdictOfRank(rank), count }));
  const good = drives - bad.reduce((sum, { count }) => sum + count, 0);
  const all = good > 0 ? [...bad, { verdict: "good" as const, count: good }] : bad;
  return {
    key,
    model,
    productName: model === undefined ? undefined : productNameOf(model),
    name: model === undefined ? detail : undefined,
    drives,
    byVerdict: all.toSorted((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict)),
  };
}
