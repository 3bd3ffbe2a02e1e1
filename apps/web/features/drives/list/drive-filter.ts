import { createLoader, parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const driveVerdicts = ["notResponding", "failed", "replace", "watch", "unknown", "good"] as const;
export const driveSorts = [
  "verdict",
  "model",
  "serial",
  "host",
  "capacity",
  "firmware",
  "temperature",
  "percentageUsed",
  "written",
  "powerOn",
  "lastSample",
] as const;
export type DriveSort = (typeof driveSorts)[number];

/** What the drives table shows, as it stands in the URL. */
export const driveFilterParsers = {
  search: parseAsString.withDefault(""),
  verdict: parseAsArrayOf(parseAsStringLiteral(driveVerdicts)).withDefault([]),
  model: parseAsArrayOf(parseAsString).withDefault([]),
  firmware: parseAsArrayOf(parseAsString).withDefault([]),
  host: parseAsArrayOf(parseAsString).withDefault([]),
  sort: parseAsStringLiteral(driveSorts).withDefault("verdict"),
  descending: parseAsBoolean.withDefault(false),
};

export const loadDriveFilter = createLoader(driveFilterParsers);
export type DriveFilter = Awaited<ReturnType<typeof loadDriveFilter>>;

export const drivesPerPage = 100;

/** The page of drives that begins at `cursor`, as the API wants it. */
export function listInput(filter: DriveFilter, cursor: number) {
  const { search, verdict, model, firmware, host, sort, descending } = filter;
  return {
    ...(search ? { search } : {}),
    ...(verdict.length > 0 ? { verdicts: verdict } : {}),
    ...(model.length > 0 ? { models: model } : {}),
    ...(firmware.length > 0 ? { firmwares: firmware } : {}),
    ...(host.length > 0 ? { hostIds: host } : {}),
    sort,
    descending,
    cursor,
    limit: drivesPerPage,
  };
}

export function isFiltered({ search, verdict, model, firmware, host }: DriveFilter): boolean {
  return search !== "" || [verdict, model, firmware, host].some((choices) => choices.length > 0);
}
