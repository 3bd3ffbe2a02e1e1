import "server-only";
import type { ApiContext } from "@crosspoint/api";
import { actorOfRequest } from "@crosspoint/services/access/auth";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { env } from "@/env";
import { runtime } from "./runtime";

export async function createApiContext(requestHeaders: Headers): Promise<ApiContext> {
  const { auth, db, live, closing } = runtime();
  const actor = await actorOfRequest(auth, requestHeaders);
  return { db, live, closing, actor, now: new Date(), gatewayUrl: env().GATEWAY_URL };
}

/** The context of the page being rendered; the session is read once per request. */
export const pageContext = cache(async () => createApiContext(await headers()));

/** Who looks at this page; sends whoever is not signed in to the sign-in page. */
export async function requirePerson() {
  const { actor } = await pageContext();
  if (actor.kind !== "person") redirect("/sign-in");
  return actor;
}
