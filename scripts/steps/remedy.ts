/** Something that a person has to mend before Crosspoint can start. */
export class StartError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = "StartError";
    this.remedy = remedy;
  }
}

/** Prints an error the way a person needs it: what happened, and what to do. */
export function printError(error: unknown): void {
  const remedy = (error as { remedy?: unknown }).remedy;
  console.error(`\n✗ ${error instanceof Error ? error.message : String(error)}`);
  if (typeof remedy === "string") console.error(`  ${remedy}`);
  else if (error instanceof Error && error.stack) console.error(error.stack);
}
