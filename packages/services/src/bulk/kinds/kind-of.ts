import type { BulkRequest } from "../rules/bulk-request.ts";
import type { BulkKind } from "../rules/kind.ts";
import { acknowledge, withdrawAcknowledgement } from "./acknowledge.ts";
import { lifecycle } from "./lifecycle.ts";
import { limitPower } from "./limit-power.ts";
import { tag } from "./tag.ts";

const kinds: { readonly [Kind in BulkRequest["kind"]]: BulkKind<Extract<BulkRequest, { kind: Kind }>> } = {
  acknowledge,
  lifecycle,
  limitPower,
  tag,
  withdrawAcknowledgement,
};

/** How what was asked for is judged and carried out. */
export function kindOf<Request extends BulkRequest>(request: Request): BulkKind<Request> {
  return kinds[request.kind] as unknown as BulkKind<Request>;
}
