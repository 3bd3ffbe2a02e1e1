import type { Outputs } from "@/api/client";

export type DriveEvent = Outputs["drive"]["events"][number];
export type PastCondition = Outputs["health"]["conditions"]["conditions"][number];
