import type { Blocker } from "./blockers.ts";

/** What stands against asking a simulated host for anything: it would decline every command. */
export function simulatedBlockers({
  hostname,
  simulated,
}: {
  readonly hostname: string;
  readonly simulated: boolean;
}): Blocker[] {
  if (!simulated) return [];
  return [
    {
      code: "unavailable",
      message: `${hostname} is simulated: it carries out no commands.`,
      remedy: "Choose a drive of a host that has an agent.",
    },
  ];
}
