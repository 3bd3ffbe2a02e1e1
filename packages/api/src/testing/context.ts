import type { TestDatabase } from "@crosspoint/db/testing";
import type { Actor, LiveListener } from "@crosspoint/services";
import { createAuth } from "@crosspoint/services/access/rules/auth";
import { FailedSignIns } from "@crosspoint/services/access/rules/failed-sign-ins";
import { SignInGuard } from "@crosspoint/services/access/rules/sign-in-guard";
import { TokenBuckets } from "@crosspoint/services/access/rules/token-buckets";
import type { ApiContext } from "../context.ts";

export const testWebUrl = "https://crosspoint.example.net";

/** A context as the pages' server makes it, with no live events and limits that no test reaches by accident. */
export function testContext({ db }: Pick<TestDatabase, "db">, actor: Actor): ApiContext {
  const auth = createAuth(db, { secret: "0123456789abcdef0123456789abcdef", webUrl: testWebUrl });
  return {
    db,
    actor,
    now: new Date(),
    live: { subscribe: () => () => undefined, since: () => [] } as unknown as LiveListener,
    closing: new AbortController().signal,
    gatewayUrl: "https://gateway.example.net",
    webUrl: testWebUrl,
    door: { auth, guard: new SignInGuard(), failed: new FailedSignIns() },
    tokenGuesses: new TokenBuckets({ burst: 1000, perSecond: 1000 }),
    sharedReads: new TokenBuckets({ burst: 1000, perSecond: 1000 }),
    request: { headers: new Headers(), address: "203.0.113.9" },
    answer: { headers: new Headers() },
    readActor: async () => actor,
  };
}
