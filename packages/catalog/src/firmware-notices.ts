import { parseEntries, requireUnique } from "./catalog-error.ts";
import { matchesPattern } from "./pattern.ts";
import { firmwareNoticeEntry } from "./schema/firmware-notices.ts";

/** What others met with a firmware. */
export interface FirmwareNotice {
  readonly id: string;
  /** Model numbers; `*` stands for any characters. */
  readonly models: readonly string[];
  /** Firmware revisions, in the same way. */
  readonly bad: readonly string[];
  /** Revisions that mend it, in words; undefined where none is named. */
  readonly fixed?: string | undefined;
  readonly impact: "dataLoss" | "hang" | "wear" | "function" | "performance";
  /** It shows at that many power-on hours, in every drive that has them. */
  readonly powerOnHours?: number | undefined;
  readonly text: string;
  readonly source: { readonly publisher: string; readonly url: string };
}

const FILE = "firmware-notices.yaml";

/** Validates data/firmware-notices.yaml. */
export function parseFirmwareNotices(raw: unknown): FirmwareNotice[] {
  const entries = parseEntries(FILE, firmwareNoticeEntry, raw, (entry) => entry.id);
  requireUnique(
    FILE,
    entries.map(({ id }) => id),
  );
  return entries.map(({ power_on_hours: powerOnHours, ...entry }) =>
    powerOnHours === undefined ? entry : { ...entry, powerOnHours },
  );
}

/** The notices about a drive with this model number and firmware revision, as Identify Controller tells them. */
export function noticesAbout<Notice extends Pick<FirmwareNotice, "models" | "bad">>(
  notices: readonly Notice[],
  modelNumber: string,
  firmware: string,
): Notice[] {
  return notices.filter(
    ({ models, bad }) =>
      models.some((pattern) => matchesPattern(pattern, modelNumber)) &&
      bad.some((pattern) => matchesPattern(pattern, firmware)),
  );
}
