import type { Outputs } from "@/api/client";

/** What the fleet page shows. */
export type Fleet = Outputs["fleet"]["get"];
export type FleetReadings = Outputs["fleet"]["readings"];
export type HealthOf = Outputs["fleet"]["health"]["rows"][number];
export type FleetChange = Outputs["fleet"]["changes"][number];
export type Replacements = Outputs["health"]["replacements"];
