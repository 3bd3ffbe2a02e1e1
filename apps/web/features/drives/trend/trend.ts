import type { Outputs } from "@/api/client";

export type Trend = Outputs["compare"]["trend"];
export type Chosen = NonNullable<Trend["chosen"]>;
