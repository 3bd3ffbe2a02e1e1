import { decodeHistogram } from "@crosspoint/domain";
import type { FieldError } from "@crosspoint/protocol";

/**
 * Why a direction's histogram cannot be believed; none where it can. A number that is wrong is worse than none, so a
 * histogram that does not hold exactly the operations that it stands for is refused.
 */
export function histogramErrors(
  direction: { readonly operations: number; readonly histogram: string } | undefined,
  path: "read" | "write" | "result",
): FieldError[] {
  if (direction === undefined) return [];
  try {
    const { totalCount } = decodeHistogram(direction.histogram);
    if (totalCount === direction.operations) return [];
    const message = `holds ${totalCount} latencies, and ${direction.operations} operations are stated`;
    return [{ path: `${path}.histogram`, message }];
  } catch (error) {
    // Any failure means that the text is no histogram: the decoder reads nothing but its argument.
    return [{ path: `${path}.histogram`, message: error instanceof Error ? error.message : "cannot be decoded" }];
  }
}
