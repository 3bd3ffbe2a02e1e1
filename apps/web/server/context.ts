import "server-only";
import type { ApiContext } from "@crosspoint/api";
import { actorOfRequest } from "@crosspoint/services/access/rules/auth";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { signInAddress } from "@/api/sign-in-address";
import { env } from "@/env";
import { addressOfRequest } from "./client";
import { orLater } from "./or-later";
import { pageHeader } from "./page-header";
import { runtime } from "./runtime";

/** Of better-auth: "crosspoint.session_token", with a prefix where it is secure. */
const sessionCookieEnding = "crosspoint.session_token";

export async function createApiContext(
  requestHeaders: Headers,
  answerHeaders: Headers = new Headers(),
): Promise<ApiContext> {
  const { db, live, closing, door, tokenGuesses, sharedReads } = runtime();
  const { GATEWAY_URL, WEB_URL } = env();
  const readActor = () => actorOfRequest({ auth: door.auth, db, now: new Date() }, requestHeaders);
  return {
    db,
    live,
    closing,
    door,
    tokenGuesses,
    sharedReads,
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
  return actor.kind === "person" ? actor : await leaveForSignIn();
}

/** To the sign-in page, which leads back here. A session that is no more left its cookie. */
export async function leaveForSignIn(): Promise<never> {
  const asked = await headers();
  const had = (await cookies()).getAll().some(({ name }) => name.endsWith(sessionCookieEnding));
  redirect(signInAddress(asked.get(pageHeader) ?? undefined, had ? "ended" : undefined));
}
