import { countDrives } from "@crosspoint/db/queries/count-drives";
import type { ServiceContext } from "../context.ts";
import { verdictCounts } from "../health/rules/verdict-counts.ts";
import { requireRight } from "../rights.ts";
import { productNameOf } from "./rules/product-name.ts";

const maxPerKind = 200;

export interface DriveChoice {
  readonly value: string;
  readonly label: string;
  /** Of a model that the catalog knows. */
  readonly productName?: string | undefined;
  readonly count: number;
}

export interface DriveChoices {
  readonly verdicts: readonly DriveChoice[];
  readonly models: readonly DriveChoice[];
  readonly firmwares: readonly DriveChoice[];
  readonly hosts: readonly DriveChoice[];
}

/** What the drives table can be filtered by, with how many drives each has. */
export async function driveChoices(context: ServiceContext): Promise<DriveChoices> {
  requireRight(context, "fleet.view");
  const groups = await countDrives(context.db, maxPerKind);
  const of = (kind: (typeof groups)[number]["kind"]) => groups.filter((group) => group.kind === kind);
  const byValue = ({ value, count }: { value: string; count: number }) => ({ value, label: value, count });
  return {
    verdicts: verdictCounts(groups).map(({ verdict, count }) => ({ value: verdict, label: verdict, count })),
    models: of("model").map((group) => ({ ...byValue(group), productName: productNameOf(group.value) })),
    firmwares: mergeFirmwares(of("firmware")),
    hosts: of("host").map(({ value, detail, count }) => ({ value, label: detail, count })),
  };
}

/** A firmware's name may belong to several models; the filter takes the name alone. */
function mergeFirmwares(groups: readonly { value: string; count: number }[]): DriveChoice[] {
  const counts = new Map<string, number>();
  for (const { value, count } of groups) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts].map(([value, count]) => ({ value, label: value, count }));
}
