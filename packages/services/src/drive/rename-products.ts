import { renameProduct } from "@crosspoint/db/queries/rename-product";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { productNameOf } from "./rules/product-name.ts";

/** Most model numbers of a fleet. */
const modelsLimit = 10_000;

/** Gives drives the product names of this version's catalog, in lists and in the search. Returns how many changed. */
export async function renameProducts(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  const known = await context.db.driveState.groupBy({
    by: ["model", "productName"],
    orderBy: { model: "asc" },
    take: modelsLimit,
  });
  let renamed = 0;
  for (const { model, productName } of known) {
    const name = productNameOf(model) ?? null;
    if (name !== productName) renamed += await renameProduct(context.db, model, name);
  }
  return renamed;
}
