import { z } from "zod";

/** An IANA name that this version's data know. */
export const zoneName = z.string().max(64).refine(isZone, "is no time zone such as Europe/Berlin");

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
