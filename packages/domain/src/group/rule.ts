/** What a group of hosts can go by, and one of drives: those speak of the host that a drive is in, too. */
export const hostFields = ["hostname", "rack", "role", "hostTag"] as const;
export const driveFields = ["model", "productName", "firmware", "serial", "tag", "lifecycle", ...hostFields] as const;
export type DriveField = (typeof driveFields)[number];

/** One property, and what it must be: one of some values, or like one of some patterns. */
export interface GroupTerm {
  readonly field: DriveField;
  /** `matches`: `*` stands for any text, `?` for one character. Neither asks for capital or small letters. */
  readonly operator: "is" | "matches";
  readonly values: readonly string[];
}

/** Who belongs to a group: whatever fulfills all of the terms, or any. */
export interface GroupRule {
  readonly match: "all" | "any";
  readonly terms: readonly GroupTerm[];
}

/** Of a pattern: each one makes matching cost another pass over the text, at most. */
export const wildcardsLimit = 4;

/** Of all terms of a rule: each one is held against every drive. */
export const patternsLimit = 20;

/** Whether it has no more wildcards than {@link wildcardsLimit}; several in a row are one. */
export function isBoundedPattern(pattern: string): boolean {
  return (pattern.match(/\*+/g) ?? []).length <= wildcardsLimit;
}

/** A pattern as SQL's LIKE writes it: percent sign, underscore and backslash stand for themselves. */
export function likePattern(pattern: string): string {
  return pattern
    .replaceAll(/[\\%_]/g, "\\$&")
    .replaceAll(/\*+/g, "%")
    .replaceAll("?", "_");
}

const names: Record<DriveField, string> = {
  model: "model",
  productName: "product",
  firmware: "firmware",
  serial: "serial",
  tag: "tag",
  lifecycle: "lifecycle",
  hostname: "host name",
  rack: "rack",
  role: "role",
  hostTag: "host tag",
};

/** A rule as a sentence: `host name matches db-*, and rack is R1 or R2`. */
export function describeRule({ match, terms }: GroupRule): string {
  return terms
    .map(({ field, operator, values }) => `${names[field]} ${operator} ${values.join(" or ")}`)
    .join(match === "all" ? ", and " : ", or ");
}
