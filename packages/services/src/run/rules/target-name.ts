import type { BenchmarkRun } from "@crosspoint/db";
import { productNameOf } from "../../drive/rules/product-name.ts";

/** "Intel SSD DC P3700 CVFT41" where the catalog knows the model, whose number the run itself keeps; else its label. */
export function targetName({ model, targetLabel }: Pick<BenchmarkRun, "model" | "targetLabel">): string {
  const productName = model === null ? undefined : productNameOf(model);
  return model === null || productName === undefined ? targetLabel : targetLabel.replace(model, () => productName);
}
