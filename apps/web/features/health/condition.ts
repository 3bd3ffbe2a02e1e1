import type { Outputs } from "@/api/client";

/** Something wrong with a drive now, as the server describes it. */
export type Condition = Outputs["drive"]["get"]["conditions"][number];
