import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import type { Door } from "./sign-in.ts";

/** Ends the session whose cookie the request carries, and answers the cookies that remove it. */
export async function signOut(
  context: ServiceContext,
  { auth }: Pick<Door, "auth">,
  request: { readonly headers: Headers; readonly address: string },
): Promise<{ cookies: string[] }> {
  const cookie = request.headers.get("cookie") ?? "";
  const { headers } = await auth.api.signOut({ headers: new Headers({ cookie }), returnHeaders: true });
  if (context.actor.kind === "person") {
    await writeAudit(context.db, context, {
      action: "access.signOut",
      objectKind: "person",
      objectId: context.actor.id,
      detail: { address: request.address },
    });
  }
  return { cookies: headers.getSetCookie() };
}
