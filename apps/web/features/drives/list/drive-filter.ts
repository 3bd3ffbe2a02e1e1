import { type HealthRuleId, VERDICTS } from "@crosspoint/domain";
import {
  createLoader,
  createParser,
  createSerializer,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { columnKeys, type SortedColumn, sortedColumns, usualColumns } from "./drive-columns";
import { drivesPerPage } from "./page-chain";

export type DriveSort = SortedColumn;

/** An id as the server writes it, in small letters, however it was typed. */
const parseAsId = createParser({ parse: (text) => text.toLowerCase(), serialize: String });

/** "40-44", both ends included, or "100-" for all from there on. */
const parseAsRange = createParser({
  parse: readRange,
  serialize: ({ from, to }) => `${from}-${to ?? ""}`,
  eq: (a, b) => a.from === b.from && a.to === b.to,
});

interface ValueRange {
  readonly from: number;
  readonly to?: number | undefined;
}

function readRange(text: string): ValueRange | null {
  const [, from, to] = /^(-?\d{1,4})-(-?\d{1,4})?$/.exec(text) ?? [];
  if (from === undefined) return null;
  return { from: Number(from), ...(to === undefined ? {} : { to: Number(to) }) };
}

/** What a drive can be in lists; without a choice those of the first two are shown. */
export const lifecycles = ["inService", "spare", "retired", "replaced"] as const;

/** What the drives table shows, as it stands in the URL. */
export const driveFilterParsers = {
  search: parseAsString.withDefault(""),
  verdict: parseAsArrayOf(parseAsStringLiteral(VERDICTS)).withDefault([]),
  model: parseAsArrayOf(parseAsString).withDefault([]),
  firmware: parseAsArrayOf(parseAsString).withDefault([]),
  host: parseAsArrayOf(parseAsId).withDefault([]),
  lifecycle: parseAsArrayOf(parseAsStringLiteral(lifecycles)).withDefault([]),
  tag: parseAsArrayOf(parseAsString).withDefault([]),
  group: parseAsArrayOf(parseAsId).withDefault([]),
  /** Rules that have an open condition. */
  condition: parseAsArrayOf(parseAsString).withDefault([]),
  /** Months by when drives are likely to be worn out, or what is no month. */
  ends: parseAsArrayOf(parseAsString).withDefault([]),
  /** Notices on firmware. */
  notice: parseAsArrayOf(parseAsString).withDefault([]),
  contested: parseAsBoolean,
  /** Maintenance windows that are open. */
  maintenance: parseAsArrayOf(parseAsId).withDefault([]),
  /** Percentage used. */
  used: parseAsRange,
  celsius: parseAsRange,
  sort: parseAsStringLiteral(sortedColumns).withDefault("verdict"),
  descending: parseAsBoolean.withDefault(false),
  columns: parseAsArrayOf(parseAsStringLiteral(columnKeys)).withDefault([...usualColumns]),
};

export const loadDriveFilter = createLoader(driveFilterParsers);
export type DriveFilter = Awaited<ReturnType<typeof loadDriveFilter>>;

/** What the list is narrowed to, as the API wants it. */
export function filterInput(filter: DriveFilter) {
  const { search, verdict, model, firmware, host, lifecycle, tag, group, condition, ends } = filter;
  const { notice, contested, maintenance, used, celsius } = filter;
  return {
    ...(search ? { search } : {}),
    ...(verdict.length > 0 ? { verdicts: verdict } : {}),
    ...(model.length > 0 ? { models: model } : {}),
    ...(firmware.length > 0 ? { firmwares: firmware } : {}),
    ...(host.length > 0 ? { hostIds: host } : {}),
    ...(lifecycle.length > 0 ? { lifecycles: lifecycle } : {}),
    ...(tag.length > 0 ? { tags: tag } : {}),
    ...(group.length > 0 ? { groupIds: group } : {}),
    ...(condition.length > 0 ? { rules: condition as HealthRuleId[] } : {}),
    ...(ends.length > 0 ? { wearEnds: ends } : {}),
    ...(notice.length > 0 ? { noticeIds: notice } : {}),
    ...(contested ? { contested } : {}),
    ...(maintenance.length > 0 ? { maintenanceIds: maintenance } : {}),
    ...(used ? { percentageUsed: used } : {}),
    ...(celsius ? { celsius } : {}),
  };
}

/** The list that the filter asks for, as the API wants it. */
export function listInput(filter: DriveFilter) {
  const { sort, descending } = filter;
  return { ...filterInput(filter), sort, descending, limit: drivesPerPage };
}

/** The page's query, without "?"; what is as usual is left out. */
export const queryOf = (filter: DriveFilter): string => createSerializer(driveFilterParsers)(filter).replace(/^\?/, "");

/** The address of the drives table with what is asked of it; the rest is as usual. */
export function drivesHref(asked: Partial<DriveFilter>): string {
  return createSerializer(driveFilterParsers)("/drives", asked);
}

export const noFilter = {
  ...{ search: null, verdict: null, model: null, firmware: null, host: null, lifecycle: null, tag: null, group: null },
  ...{ condition: null, ends: null, notice: null, contested: null, maintenance: null, used: null, celsius: null },
} as const;

export function isFiltered(filter: DriveFilter): boolean {
  return Object.keys(filterInput(filter)).length > 0;
}
