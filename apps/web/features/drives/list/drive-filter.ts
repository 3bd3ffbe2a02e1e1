import { VERDICTS } from "@crosspoint/domain";
import {
  createLoader,
  createParser,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { drivesPerPage } from "./page-chain";

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

/** An id as the server writes it, in small letters, however it was typed. */
const parseAsId = createParser({ parse: (text) => text.toLowerCase(), serialize: String });

/** What the drives table shows, as it stands in the URL. */
export const driveFilterParsers = {
  search: parseAsString.withDefault(""),
  verdict: parseAsArrayOf(parseAsStringLiteral(VERDICTS)).withDefault([]),
  model: parseAsArrayOf(parseAsString).withDefault([]),
  firmware: parseAsArrayOf(parseAsString).withDefault([]),
  host: parseAsArrayOf(parseAsId).withDefault([]),
  sort: parseAsStringLiteral(driveSorts).withDefault("verdict"),
  descending: parseAsBoolean.withDefault(false),
};

export const loadDriveFilter = createLoader(driveFilterParsers);
export type DriveFilter = Awaited<ReturnType<typeof loadDriveFilter>>;

/** The list that the filter asks for, as the API wants it. */
export function listInput(filter: DriveFilter) {
  const { search, verdict, model, firmware, host, sort, descending } = filter;
  return {
    ...(search ? { search } : {}),
    ...(verdict.length > 0 ? { verdicts: verdict } : {}),
    ...(model.length > 0 ? { models: model } : {}),
    ...(firmware.length > 0 ? { firmwares: firmware } : {}),
    ...(host.length > 0 ? { hostIds: host } : {}),
    sort,
    descending,
    limit: drivesPerPage,
  };
}

export function isFiltered({ search, verdict, model, firmware, host }: DriveFilter): boolean {
  return search !== "" || [verdict, model, firmware, host].some((choices) => choices.length > 0);
}
