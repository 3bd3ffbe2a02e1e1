import type { Database } from "@crosspoint/db";
import { countDrives, countDrivesOf, type DriveGroup } from "@crosspoint/db/queries/count-drives";
import { countFacets } from "@crosspoint/db/queries/count-facets";
import { type DriveFilter, fewMatches, findsFew, listedLifecycles } from "@crosspoint/db/queries/match-drives";
import { findOpenRules } from "@crosspoint/db/queries/open-conditions";
import { HEALTH_RULES } from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { verdictCounts } from "../health/rules/verdict-counts.ts";
import { wearEndChoices } from "../health/rules/wear-ends.ts";
import { requireRight } from "../rights.ts";
import type { DriveChoice, DriveFacet } from "./rules/facet.ts";
import {
  asksForMore,
  asksUncounted,
  countedGroups,
  driveFilterShape,
  type FilteredKind,
  filterOf,
  without,
} from "./rules/filter.ts";
import { maintenanceFacet } from "./rules/maintenance-facet.ts";
import { mergeFirmwares } from "./rules/merge-firmwares.ts";
import { productNameOf } from "./rules/product-name.ts";

/** Values of one property that are offered, the most frequent. */
const maxPerKind = 200;

export const driveFacetsInput = z.object(driveFilterShape);

export interface DriveFacets {
  readonly verdicts: DriveFacet;
  readonly models: DriveFacet;
  readonly firmwares: DriveFacet;
  readonly hosts: DriveFacet;
  readonly lifecycles: DriveFacet;
  readonly tags: DriveFacet;
  readonly groups: DriveFacet;
  /** Maintenance windows that are open. */
  readonly maintenance: DriveFacet;
  /** Rules that have an open condition anywhere. They are not counted. */
  readonly rules: DriveFacet;
  /** Months ahead by when a drive may reach the limit of its wear, and what is no month. They are not counted. */
  readonly wearEnds: DriveFacet;
}

const kinds = ["verdict", "model", "firmware", "host", "lifecycle", "tag", "group"] as const;

/** What the drives list can be filtered by, with how many drives each value has among those that the other filters let through. */
export async function driveFacets(
  context: ServiceContext,
  input: z.infer<typeof driveFacetsInput> = {},
): Promise<DriveFacets> {
  requireRight(context, "fleet.view");
  const filter = await filterOf(context, input);
  const counts = new FacetCounts(context.db, filter);
  const [[verdicts, models, firmwares, hosts, lifecycles, tags, groups], maintenance, openRules, named] =
    await Promise.all([
      Promise.all(kinds.map((kind) => counts.of(kind))),
      maintenanceFacet(context, filter),
      findOpenRules(
        context.db,
        HEALTH_RULES.map(({ id }) => id),
      ),
      context.db.fleetGroup.findMany({ select: { id: true, name: true }, orderBy: { name: "asc" }, take: maxPerKind }),
    ]);
  const facet = (counted: Counted | undefined, choices: (groups: readonly DriveGroup[]) => DriveChoice[]) => ({
    choices: choices(counted?.groups ?? []),
    narrowed: counted?.narrowed ?? false,
  });
  return {
    verdicts: facet(verdicts, verdictChoices),
    models: facet(models, (groups) =>
      groups.map((group) => ({ ...byValue(group), productName: productNameOf(group.value) })),
    ),
    firmwares: facet(firmwares, mergeFirmwares),
    hosts: facet(hosts, (groups) => groups.map(({ value, detail, count }) => ({ value, label: detail, count }))),
    lifecycles: facet(lifecycles, (counted) =>
      listedLifecycles.flatMap((lifecycle) => counted.filter(({ value }) => value === lifecycle).map(byValue)),
    ),
    tags: facet(tags, (counted) => counted.map(byValue)),
    groups: facet(groups, (counted) => groupChoices(named, groups?.narrowed ? counted : undefined)),
    maintenance,
    rules: uncounted(
      HEALTH_RULES.filter(({ id }) => openRules.includes(id)).map(({ id, title }) => ({ value: id, label: title })),
    ),
    wearEnds: uncounted(wearEndChoices(context.now).map((value) => ({ value, label: value }))),
  };
}

function uncounted(choices: readonly Pick<DriveChoice, "value" | "label">[]): DriveFacet {
  return { narrowed: true, choices: choices.map((choice) => ({ ...choice, count: undefined })) };
}

interface Counted {
  readonly groups: readonly DriveGroup[];
  readonly narrowed: boolean;
}

/** Properties whose other filters are the same share what was counted. */
class FacetCounts {
  readonly #db: Database;
  readonly #filter: DriveFilter;
  readonly #counted = new Map<string, Promise<readonly DriveGroup[] | undefined>>();
  #all: Promise<readonly DriveGroup[]> | undefined;
  #few: Promise<boolean> | undefined;

  constructor(db: Database, filter: DriveFilter) {
    this.#db = db;
    this.#filter = filter;
  }

  async of(kind: FilteredKind): Promise<Counted> {
    const others = without(this.#filter, kind);
    const isWhole = isEmpty(kind === "lifecycle" ? { ...others, lifecycles: undefined } : others) && kind !== "group";
    const narrowed = isWhole ? await this.#allGroups() : await this.#within(others);
    const groups = narrowed ?? (await this.#allGroups());
    return { groups: groups.filter((group) => group.kind === kind), narrowed: narrowed !== undefined };
  }

  #allGroups(): Promise<readonly DriveGroup[]> {
    this.#all ??= countDrives(this.#db, maxPerKind);
    return this.#all;
  }

  #within(filter: DriveFilter): Promise<readonly DriveGroup[] | undefined> {
    const key = JSON.stringify(filter);
    const counted = this.#counted.get(key) ?? this.#countWithin(filter);
    this.#counted.set(key, counted);
    return counted;
  }

  async #countWithin(filter: DriveFilter): Promise<readonly DriveGroup[] | undefined> {
    // Each of them has the same search.
    this.#few ??= findsFew(this.#db, this.#filter);
    return countWithin(this.#db, filter, await this.#few);
  }
}

/** Undefined where too many drives would have to be read: mostly that is known of each property, and of a search, beforehand. */
async function countWithin(
  db: Database,
  filter: DriveFilter,
  few: boolean,
): Promise<readonly DriveGroup[] | undefined> {
  const sizes = await Promise.all([
    ...countedGroups(filter).map(({ kind, values }) => countDrivesOf(db, kind, values)),
    ...(isEmpty(filter) ? [countDrivesOf(db, "all", [""])] : []),
    ...(filter.groupIds?.length ? [countMembers(db, filter.groupIds)] : []),
  ]);
  if (!few && !asksUncounted(filter) && Math.min(...sizes, Number.POSITIVE_INFINITY) > fewMatches) return undefined;
  return countFacets(db, filter, { few, maxGroupsPerKind: maxPerKind });
}

function isEmpty(filter: DriveFilter): boolean {
  return !asksForMore(filter) && countedGroups(filter).length === 0;
}

/** Up to one more than can be counted by their properties. */
function countMembers(db: Database, groupIds: readonly string[]): Promise<number> {
  return db.groupMember.count({ where: { groupId: { in: [...groupIds] } }, take: fewMatches + 1 });
}

function groupChoices(named: readonly { id: string; name: string }[], counted: readonly DriveGroup[] | undefined) {
  return named.map(({ id, name }) => {
    const count = counted && (counted.find(({ value }) => value === id)?.count ?? 0);
    return { value: id, label: name, count };
  });
}

function verdictChoices(groups: readonly DriveGroup[]): DriveChoice[] {
  return verdictCounts(groups).map(({ verdict, count }) => ({ value: verdict, label: verdict, count }));
}

function byValue({ value, count }: DriveGroup): DriveChoice {
  return { value, label: value, count };
}
