import type { Outputs } from "@/api/client";

/** One host's runs that are under way, and those that wait. */
export type Queue = Outputs["run"]["queue"]["hosts"][number];
