import type { Person } from "../../actor.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";

/** Who is signed in; for what everyone may do to what is their own. */
export function requirePerson({ actor }: Pick<ServiceContext, "actor">): Person {
  if (actor.kind === "person") return actor;
  throw new ServiceError("unauthenticated", "You are not signed in.", { remedy: "Sign in and try again." });
}
