import type { Actor } from "@crosspoint/services";
import type { Browser, Page } from "@playwright/test";
import { admin, type Stack } from "../stack/stack.ts";
import { signIn } from "../steps/sign-in.ts";

/** A page of the product on which its admin is signed in. */
export async function signedIn(stack: Stack, browser: Browser): Promise<{ page: Page; actor: Actor }> {
  const context = await browser.newContext({ baseURL: stack.settings.webUrl, reducedMotion: "reduce" });
  const page = await context.newPage();
  await signIn(page, admin);
  const { id, name, email } = await stack.db.user.findUniqueOrThrow({ where: { email: admin.email } });
  return { page, actor: { kind: "person", id, name, email, role: "admin" } };
}
