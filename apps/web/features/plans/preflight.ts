import type { Outputs } from "@/api/client";

/** What a launch would do on one target, and what blocks it. */
export type Preflight = Outputs["run"]["preflight"];
