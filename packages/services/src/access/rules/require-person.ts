import type { Person } from "../../actor.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";

/** Who is signed in; for what everyone may do to their own account. An API token is not the account. */
export function requirePerson({ actor }: Pick<ServiceContext, "actor">): Person {
  if (actor.kind === "person" && actor.apiToken !== undefined) {
    throw new ServiceError("forbidden", "An API token does not open the account that it belongs to.", {
      remedy: "Sign in and use the settings.",
    });
  }
  if (actor.kind === "person") return actor;
  throw new ServiceError("unauthenticated", "You are not signed in.", { remedy: "Sign in and try again." });
}
