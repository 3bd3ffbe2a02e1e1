import type { Outputs } from "@/api/client";

/** What the fleet page shows. */
export type Fleet = Outputs["fleet"]["get"];
