import type { Outputs } from "@/api/client";

/** How fast a drive wears and when that ends, as the server tells it. */
export type Wear = Outputs["health"]["wear"];
