import { confirmSerial } from "../../drive/rules/confirm-serial.ts";
import { ServiceError } from "../../errors.ts";
import type { Target } from "./target.ts";

type Confirmed = Pick<Target, "label" | "drives">;

/** What a person types to have the data on a target destroyed: the serials of all its drives. */
export function confirmationOf({ drives }: Confirmed): string {
  return [...new Set(drives.map(({ serial }) => serial))].join(", ");
}

/** The key to the data on every drive of a target; what it returns is sent on, because the agent checks it too. */
export function confirmDrives(target: Confirmed, typed: string | undefined): { confirmedSerial: string } {
  const [drive, second] = target.drives;
  if (drive !== undefined && second === undefined) return confirmSerial(drive, typed);
  const wanted = confirmationOf(target);
  if (drive !== undefined && typed === wanted) return { confirmedSerial: wanted };
  const message = typed
    ? `"${typed}" are not the serials of all drives of ${target.label}.`
    : `This destroys data on every drive of ${target.label} and needs their serials, typed.`;
  throw new ServiceError("invalid", message, {
    remedy: `Type the serials exactly as they are shown: ${wanted}.`,
    fields: [{ path: "confirmedSerial", message }],
  });
}

/** What was typed drive by drive, as one; undefined where nothing was. */
export function typedFor({ drives }: Confirmed, typed: ReadonlyMap<string, string>): string | undefined {
  const given = drives.flatMap(({ id }) => typed.get(id) ?? []);
  return given.length === 0 ? undefined : [...new Set(given)].join(", ");
}
