import type { Outputs } from "@/api/client";

export type Schedule = Outputs["schedule"]["list"][number];
