import type { Outputs } from "@/api/client";

/** One host with all that its page shows. */
export type HostDetail = Outputs["host"]["get"];
