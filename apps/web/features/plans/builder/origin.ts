import type { Outputs } from "@/api/client";

export type SavedDetail = Outputs["plan"]["get"];

/** What is edited: a plan that was never saved, or the newest version of one that was. */
export type Origin =
  | {
      readonly kind: "new";
      /** Its draft's name in this browser. */
      readonly draftName: string;
      /** A document to begin with. */
      readonly document: unknown;
    }
  | { readonly kind: "saved"; readonly detail: SavedDetail };

export function draftNameOf(origin: Origin): string {
  return origin.kind === "new" ? origin.draftName : origin.detail.id;
}

export function documentOfOrigin(origin: Origin): unknown {
  return origin.kind === "new" ? origin.document : origin.detail.document;
}
