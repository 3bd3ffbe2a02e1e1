import { type DriveField, describeRule, driveFields, hostFields } from "@crosspoint/domain/group";
import type { Inputs, Outputs } from "@/api/client";

export type GroupEntry = Outputs["group"]["list"][number];
export type GroupKind = GroupEntry["kind"];
export type Rule = NonNullable<Inputs["group"]["change"]["rule"]>;
export type Term = Rule["terms"][number];

export const fieldNames: Record<DriveField, string> = {
  model: "Model",
  productName: "Product",
  firmware: "Firmware",
  serial: "Serial",
  tag: "Tag",
  lifecycle: "Lifecycle",
  hostname: "Host name",
  rack: "Rack",
  role: "Role",
  hostTag: "Host tag",
};

/** What a group of that kind can go by. */
export function fieldsOf(kind: GroupKind): readonly DriveField[] {
  return kind === "hosts" ? hostFields : driveFields;
}

export const firstTerm: Term = { field: "hostname", operator: "matches", values: [""] };

/** Who belongs to it, in words. */
export function membersText({ kind, rule }: Pick<GroupEntry, "kind" | "rule">): string {
  const what = kind === "hosts" ? "Hosts" : "Drives";
  return rule === null ? `${what} added by hand` : `${what} whose ${describeRule(rule)}`;
}

/** Without empty values, which find nothing. */
export function cleaned({ match, terms }: Rule): Rule {
  const filled = terms.map((term) => ({ ...term, values: term.values.flatMap((value) => value.trim() || []) }));
  return { match, terms: filled.filter(({ values }) => values.length > 0) };
}
