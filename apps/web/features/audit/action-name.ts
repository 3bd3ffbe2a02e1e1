/** Actions as people call them, by the verb that the audit keeps. */
const names: Readonly<Record<string, string>> = {
  "access.addPerson": "Add person",
  "access.changePassword": "Change password",
  "access.changeRole": "Change role",
  "access.completeSetup": "Complete setup",
  "access.createSetupLink": "Create setup link",
  "access.endOtherSessions": "End other sessions",
  "access.endSession": "End session",
  "access.removePerson": "Remove person",
  "access.resetPassword": "Reset password",
  "access.signIn": "Sign in",
  "access.signInFailed": "Failed sign-in",
  "access.signOut": "Sign out",
  "access.usePasswordLink": "Use password link",
  "batch.cancel": "Cancel batch",
  "batch.launch": "Launch batch",
  "benchmark.annotate": "Edit notes and tags",
  "benchmark.cancel": "Cancel benchmark",
  "benchmark.cancelPoint": "Skip point",
  "benchmark.declineQueued": "Decline queued benchmark",
  "benchmark.launch": "Launch benchmark",
  "benchmark.reorder": "Reorder queue",
  "benchmark.startQueued": "Start queued benchmark",
  "drive.discard": "Discard",
  "drive.dismissClaim": "Dismiss claim",
  "drive.format": "Format",
  "drive.moveToClaimant": "Move to claimant",
  "drive.sanitize": "Sanitize",
  "drive.selfTest": "Self-test",
  "drive.setPowerGovernor": "Set power governor",
  "drive.setPowerState": "Set power state",
  "drive.setScheduler": "Set I/O scheduler",
  "host.collectNow": "Collect now",
  "host.createEnrollmentToken": "Generate enrollment token",
  "host.createScratchFile": "Create scratch file",
  "host.enroll": "Enroll",
  "host.removeScratchFile": "Remove scratch file",
  "host.revokeEnrollmentToken": "Revoke enrollment token",
  "host.revokeKey": "Revoke key",
  "schedule.create": "Create schedule",
  "schedule.delete": "Delete schedule",
  "schedule.fire": "Scheduled launch",
  "schedule.miss": "Missed scheduled launch",
  "schedule.pause": "Pause schedule",
  "schedule.resume": "Resume schedule",
  "plan.create": "Save plan",
  "plan.delete": "Delete plan",
  "plan.rename": "Rename plan",
  "plan.saveVersion": "Save plan version",
};

/** "Set power governor"; a verb without a name of its own is told apart by its words: "Merge drives". */
export function actionName(action: string): string {
  const known = names[action];
  if (known !== undefined) return known;
  const words = (action.split(".").at(-1) ?? action).replace(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
