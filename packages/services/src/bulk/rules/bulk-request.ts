import { formatPower, HEALTH_RULES } from "@crosspoint/domain";
import { z } from "zod";
import { tagsLimit } from "../../group/rules/stored-group.ts";
import { titlesOf } from "../../health/rules/acknowledgeable.ts";
import { reasonText } from "../../health/rules/reason-text.ts";
import { ruleName } from "../../health/rules/rule-name.ts";
import { tagText } from "../../tag.ts";
import { storableText } from "../../unstorable-text.ts";

/** Left out: whatever a drive has of it. */
const rules = z.array(ruleName).min(1).max(HEALTH_RULES.length).optional();
const tags = z.array(tagText).max(tagsLimit).default([]);

/** What can be asked for of many drives at once. */
export const bulkRequest = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("limitPower"),
    /** Left out: each drive may draw as much as it can. */
    maxMilliwatts: z.int().min(100).max(1_000_000).optional(),
  }),
  z
    .object({ kind: z.literal("tag"), add: tags, remove: tags })
    .refine(({ add, remove }) => add.length + remove.length > 0, "names no tag")
    .refine(({ add, remove }) => !add.some((tag) => remove.includes(tag)), "adds and removes the same tag"),
  z.object({
    kind: z.literal("lifecycle"),
    lifecycle: z.enum(["inService", "spare", "retired"]),
    /** Why. */
    note: storableText(0, 1000).default(""),
  }),
  z.object({ kind: z.literal("acknowledge"), rules, note: reasonText }),
  z.object({ kind: z.literal("withdrawAcknowledgement"), rules }),
]);
export type BulkRequest = z.infer<typeof bulkRequest>;

/** The one reader of `bulk_action.request`. */
export function readBulkRequest(column: unknown): BulkRequest {
  return bulkRequest.parse(column);
}

/** "Limit power to 8 W". */
export function bulkTitle(request: BulkRequest): string {
  switch (request.kind) {
    case "limitPower":
      return request.maxMilliwatts === undefined
        ? "Remove power limit"
        : `Limit power to ${formatPower(request.maxMilliwatts).text}`;
    case "tag":
      return tagTitle(request);
    case "lifecycle":
      return lifecycleTitles[request.lifecycle];
    case "acknowledge":
      return `Acknowledge ${request.rules === undefined ? "all conditions" : titlesOf(request.rules)}`;
    case "withdrawAcknowledgement":
      return `Withdraw acknowledgement of ${request.rules === undefined ? "all conditions" : titlesOf(request.rules)}`;
  }
}

const lifecycleTitles = { inService: "Put in service", spare: "Make spare", retired: "Retire" } as const;

/** "Add tag a", "Remove tags b, c", "Add tag a, remove tag b". */
function tagTitle({ add, remove }: Extract<BulkRequest, { kind: "tag" }>): string {
  const named = (verb: string, tags: readonly string[]) =>
    tags.length === 0 ? [] : [`${verb} ${tags.length === 1 ? "tag" : "tags"} ${tags.join(", ")}`];
  const text = [...named("add", add), ...named("remove", remove)].join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
