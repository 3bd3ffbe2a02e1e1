import type { Outputs } from "@/api/client";

export type Comparison = Outputs["compare"]["rows"];
/** A measured point or a published row, with all that is shown of it. */
export type Entry = Comparison["entries"][number];
export type PublishedEntry = Extract<Entry, { kind: "published" }>;

/** "AnandTech, 2017". */
export function sourceWords({ publisher, publishedDate }: PublishedEntry): string {
  return [publisher, publishedDate].filter(Boolean).join(", ");
}
