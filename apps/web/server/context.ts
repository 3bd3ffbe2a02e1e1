import "server-only";
import type { ApiContext } from "@crosspoint/api";
import { actorOfRequest } from "@crosspoint/services/access/rules/auth";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { env } from "@/env";
import { addressOfRequest } from "./client";
import { orLater } from "./or-later";
import { runtime } from "./runtime";

export async function createApiContext(
  requestHeaders: Headers,
  answerHeaders: Headers = new Headers(),
): Promise<ApiContext> {
  const { db, live, closing, door, tokenGuesses } = runtime();
  const { GATEWAY_URL, WEB_URL } = env();
  const readActor = () => actorOfRequest({ auth: door.auth, db, now: new Date() }, requestHeaders);
  return {
    db,
    live,
    closing,
    door,
    tokenGuesses,
    actor: await readActor(),
    readActor,
    now: new Date(),
    gatewayUrl: GATEWAY_URL,
    webUrl: WEB_URL,
    request: { headers: requestHeaders, address: addressOfRequest() },
    answer: { headers: answerHeaders },
  };
}

/** The context of the page being rendered; the session is read once per request. */
export const pageContext = cache(async () => orLater(createApiContext(new Headers(await headers()))));

/** Who looks at this page; sends whoever is not signed in to the sign-in page. */
export async function requirePerson() {
  const { actor } = await pageContext();
  if (actor.kind !== "person") redirect("/sign-in");
  return actor;
}
