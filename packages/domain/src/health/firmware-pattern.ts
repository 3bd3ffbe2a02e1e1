const leastCharacters = 2;

/** Whether a pattern names a firmware revision, `*` standing for any characters: one of stars alone would be about every drive. */
export function namesRevision(pattern: string): boolean {
  return pattern.replaceAll("*", "").trim().length >= leastCharacters;
}

/** Whether a pattern names a model number, or with `*` alone whichever has the firmware. */
export function namesModel(pattern: string): boolean {
  return pattern.trim() === "*" || namesRevision(pattern);
}
