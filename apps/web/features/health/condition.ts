import type { Outputs } from "@/api/client";

/** Something wrong with a drive now, as the server describes it. */
export type Condition = Outputs["drive"]["get"]["conditions"][number];

/** What it means, unless its sentence ends in that already. */
export function meaningBeside({ text, meaning }: Pick<Condition, "text" | "meaning">): string {
  return text.toLowerCase().endsWith(meaning.toLowerCase()) ? "" : meaning;
}
