import { roles } from "@crosspoint/services/actor";

/** The roles as a select offers them. */
export const roleOptions = roles.map((role) => ({ value: role, label: role }));
