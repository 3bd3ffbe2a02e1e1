import { addPerson, addPersonInput } from "@crosspoint/services/access/add-person";
import { changePassword, changePasswordInput } from "@crosspoint/services/access/change-password";
import { changeRole, changeRoleInput } from "@crosspoint/services/access/change-role";
import { completeSetup, completeSetupInput } from "@crosspoint/services/access/complete-setup";
import { listPeople } from "@crosspoint/services/access/list-people";
import { removePerson, removePersonInput } from "@crosspoint/services/access/remove-person";
import { procedure, router } from "../trpc.ts";

export const accessRouter = router({
  people: procedure.query(({ ctx }) => listPeople(ctx)),
  addPerson: procedure.input(addPersonInput).mutation(({ ctx, input }) => addPerson(ctx, input)),
  changeRole: procedure.input(changeRoleInput).mutation(({ ctx, input }) => changeRole(ctx, input)),
  removePerson: procedure.input(removePersonInput).mutation(({ ctx, input }) => removePerson(ctx, input)),
  changePassword: procedure.input(changePasswordInput).mutation(({ ctx, input }) => changePassword(ctx, input)),
  /** Open to whoever holds the setup link's token. */
  completeSetup: procedure.input(completeSetupInput).mutation(({ ctx, input }) => completeSetup(ctx, input)),
});
