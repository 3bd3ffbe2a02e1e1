/** Values of fio's options as its manual has them (fio(1), "PARAMETER TYPES"); `undefined` where one is written otherwise. */

const SIZE = /^(\d{1,15})([kmgtp]?)(?:i?b)?$/i;
const sizeUnits: Record<string, number> = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4, p: 1024 ** 5 };

/** Bytes: fio's "4k" and "4KiB" are both 4096 unless kb_base says otherwise. */
export function parseBytes(text: string): number | undefined {
  const [, digits, unit = ""] = SIZE.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const bytes = Number(digits) * (sizeUnits[unit.toLowerCase()] ?? Number.NaN);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

const TIME = /^(\d{1,15})(d|h|m|s|ms|msec|us|usec)?$/i;
const secondsOf: Record<string, number> = {
  d: 86_400,
  h: 3600,
  m: 60,
  s: 1,
  ms: 1e-3,
  msec: 1e-3,
  us: 1e-6,
  usec: 1e-6,
};

/** Seconds: a number without a unit is in seconds. */
export function parseSeconds(text: string): number | undefined {
  const [, digits, unit = "s"] = TIME.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits) * (secondsOf[unit.toLowerCase()] ?? Number.NaN);
}

/** A whole number as fio takes it: "01" is 1. */
export function parseWhole(text: string): number | undefined {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** A switch: its name alone, or 1, turns it on. */
export function isOn(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== "0";
}
