import { addPerson, addPersonInput } from "@crosspoint/services/access/add-person";
import { changePassword, changePasswordInput } from "@crosspoint/services/access/change-password";
import { changeRole, changeRoleInput } from "@crosspoint/services/access/change-role";
import { completeSetup, completeSetupInput } from "@crosspoint/services/access/complete-setup";
import { createApiToken, createApiTokenInput } from "@crosspoint/services/access/create-api-token";
import { createPasswordLink, createPasswordLinkInput } from "@crosspoint/services/access/create-password-link";
import { endOtherSessions, endSession, endSessionInput } from "@crosspoint/services/access/end-sessions";
import { listApiTokens } from "@crosspoint/services/access/list-api-tokens";
import { listPeople } from "@crosspoint/services/access/list-people";
import { listSessions } from "@crosspoint/services/access/list-sessions";
import { removePerson, removePersonInput } from "@crosspoint/services/access/remove-person";
import { revokeApiToken, revokeApiTokenInput } from "@crosspoint/services/access/revoke-api-token";
import { signIn, signInInput } from "@crosspoint/services/access/sign-in";
import { signOut } from "@crosspoint/services/access/sign-out";
import { usePasswordLink, usePasswordLinkInput } from "@crosspoint/services/access/use-password-link";
import type { ApiContext } from "../context.ts";
import { procedure, router, tokenProcedure } from "../trpc.ts";

export const accessRouter = router({
  /** Open to whoever knows a password. */
  signIn: procedure.input(signInInput).mutation(async ({ ctx, input }) => {
    const client = { address: ctx.request.address, userAgent: ctx.request.headers.get("user-agent") ?? "" };
    setCookies(ctx, await signIn(ctx, ctx.door, client, input));
  }),
  signOut: procedure.mutation(async ({ ctx }) => setCookies(ctx, await signOut(ctx, ctx.door, ctx.request))),
  people: procedure.query(({ ctx }) => listPeople(ctx)),
  addPerson: procedure.input(addPersonInput).mutation(({ ctx, input }) => addPerson(ctx, input)),
  changeRole: procedure.input(changeRoleInput).mutation(({ ctx, input }) => changeRole(ctx, input)),
  removePerson: procedure.input(removePersonInput).mutation(({ ctx, input }) => removePerson(ctx, input)),
  sessions: procedure.query(({ ctx }) => listSessions(ctx)),
  endSession: procedure.input(endSessionInput).mutation(({ ctx, input }) => endSession(ctx, input)),
  endOtherSessions: procedure.mutation(({ ctx }) => endOtherSessions(ctx)),
  apiTokens: procedure.query(({ ctx }) => listApiTokens(ctx)),
  /** The answer holds the token, which is kept nowhere. */
  createApiToken: procedure.input(createApiTokenInput).mutation(({ ctx, input }) => createApiToken(ctx, input)),
  revokeApiToken: procedure.input(revokeApiTokenInput).mutation(({ ctx, input }) => revokeApiToken(ctx, input)),
  /** The link opens once; it is shown to the admin and kept nowhere. */
  resetPassword: procedure.input(createPasswordLinkInput).mutation(async ({ ctx, input }) => {
    const { token, ...link } = await createPasswordLink(ctx, input);
    return { ...link, url: `${ctx.webUrl}/password?token=${token}` };
  }),
  /** Open to whoever holds the password link's token. */
  usePasswordLink: tokenProcedure.input(usePasswordLinkInput).mutation(({ ctx, input }) => usePasswordLink(ctx, input)),
  changePassword: procedure
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx, ctx.door.guard, ctx.request.address, input)),
  /** Open to whoever holds the setup link's token. */
  completeSetup: tokenProcedure.input(completeSetupInput).mutation(({ ctx, input }) => completeSetup(ctx, input)),
});

function setCookies({ answer }: ApiContext, { cookies }: { cookies: readonly string[] }): void {
  for (const cookie of cookies) answer.headers.append("set-cookie", cookie);
}
