import type { Outputs } from "@/api/client";

/** A rule with the grades that hold for a drive, and whose word that is. */
export type HeldThreshold = Outputs["health"]["thresholdsOfDrive"][number];
