import { changeGroup, changeGroupInput } from "@crosspoint/services/group/change";
import { changeMembers, changeMembersInput } from "@crosspoint/services/group/change-members";
import { createGroup, createGroupInput } from "@crosspoint/services/group/create";
import { getGroup, getGroupInput, listGroupDrives, listGroupDrivesInput } from "@crosspoint/services/group/get";
import { listGroups } from "@crosspoint/services/group/list";
import { previewGroup, previewGroupInput } from "@crosspoint/services/group/preview";
import { removeGroup, removeGroupInput } from "@crosspoint/services/group/remove";
import { procedure, router } from "../trpc.ts";

export const groupRouter = router({
  list: procedure.query(({ ctx }) => listGroups(ctx)),
  get: procedure.input(getGroupInput).query(({ ctx, input }) => getGroup(ctx, input)),
  drives: procedure.input(listGroupDrivesInput).query(({ ctx, input }) => listGroupDrives(ctx, input)),
  preview: procedure.input(previewGroupInput).query(({ ctx, input }) => previewGroup(ctx, input)),
  create: procedure.input(createGroupInput).mutation(({ ctx, input }) => createGroup(ctx, input)),
  change: procedure.input(changeGroupInput).mutation(({ ctx, input }) => changeGroup(ctx, input)),
  changeMembers: procedure.input(changeMembersInput).mutation(({ ctx, input }) => changeMembers(ctx, input)),
  remove: procedure.input(removeGroupInput).mutation(({ ctx, input }) => removeGroup(ctx, input)),
});
