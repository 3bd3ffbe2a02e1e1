/** What `command.progress` holds. */
export interface CommandProgress {
  readonly phase: string;
  readonly percent?: number | undefined;
  /** By the agent's clock. */
  readonly timeMs: number;
  /** By the agent's own count, which decides what is newer. */
  readonly sequence?: number | undefined;
}
