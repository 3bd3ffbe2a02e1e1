import { z } from "zod";

/** A counter of 64 bits or more, as a decimal string, because JSON numbers are exact only to 2^53. At most 128 bits. */
export const counter = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,38})$/, "must be an unsigned decimal number of at most 39 digits");

/** Unix time in milliseconds, by the clock of whoever sends it. */
export const timeMs = z.int().min(0).max(253_402_300_799_999);

/** An identifier that its sender made: a UUID in the canonical form. */
export const uuid = z.uuid();

/** A short text that a device or a kernel reported; never longer than a kilobyte. */
export const shortText = z.string().max(1024);

/** A whole number that JSON carries exactly. */
export const wholeNumber = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

export const percent = z.int().min(0).max(100);
