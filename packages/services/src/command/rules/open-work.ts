/** States of a run that holds its target. */
export const openRunStates = ["requested", "running"] as const;

/** States of a command that its agent may still carry out. */
export const openCommandStates = ["pending", "accepted"] as const;
