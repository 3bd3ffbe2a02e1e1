const names: Readonly<Record<string, string>> = {
  done: "Done",
  refused: "Refused",
  failed: "Failed",
  stopped: "Stopped",
};

/** What became of a drive, as people call it. */
export function outcomeName(outcome: string | undefined): string {
  return outcome === undefined ? "Waiting" : (names[outcome] ?? outcome);
}
