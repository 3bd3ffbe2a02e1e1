import type { Outputs } from "@/api/client";

/** One drive with all that its page shows. */
export type DriveDetail = Outputs["drive"]["get"];
