import { type Actor, actorLabel, type Person } from "../../../actor.ts";
import { ServiceError } from "../../../errors.ts";

/** Most views of one person. */
export const driveViewsLimit = 50;

/** A view is a person's own: nobody else can have one. */
export function ownerOf(actor: Actor): Person {
  if (actor.kind === "person") return actor;
  throw new ServiceError("forbidden", `${actorLabel(actor)} is not a person, and cannot save views.`);
}
