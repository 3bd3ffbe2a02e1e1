/** Wrong passwords are written to the audit in windows of this length. */
export const failureWindowMs = 600_000;
/** The first of so many accounts and addresses are named in a window; the others are counted together. */
const namedLimit = 20;

export interface FailedSignIn {
  readonly email: string;
  readonly address: string;
  /** The person that has this e-mail, if there is one. */
  readonly personId: string | undefined;
}

export interface FailureEntry extends FailedSignIn {
  readonly failures: number;
}

/**
 * Folds failed sign-ins, so that guessing cannot fill the audit: the first of an account from an address is written at
 * once, those that follow as one number when the window ends. At most 41 entries a window, whatever is sent.
 */
export class FailedSignIns {
  #windowStartMs = Number.NEGATIVE_INFINITY;
  readonly #named = new Map<string, FailedSignIn & { more: number }>();
  #others = 0;

  /** What is to be written now. */
  note(failure: FailedSignIn, nowMs: number): FailureEntry[] {
    const ended = this.drain(nowMs);
    const key = `${failure.address} ${failure.email}`;
    const named = this.#named.get(key);
    if (named) named.more += 1;
    else if (this.#named.size >= namedLimit) this.#others += 1;
    else {
      this.#named.set(key, { ...failure, more: 0 });
      ended.push({ ...failure, failures: 1 });
    }
    return ended;
  }

  /** What is to be written of a window that has ended; nothing before. */
  drain(nowMs: number): FailureEntry[] {
    if (Math.abs(nowMs - this.#windowStartMs) < failureWindowMs) return [];
    const entries = [...this.#named.values()]
      .filter(({ more }) => more > 0)
      .map(({ more, ...failure }) => ({ ...failure, failures: more }));
    if (this.#others > 0) {
      entries.push({ email: "several", address: "several", personId: undefined, failures: this.#others });
    }
    this.#windowStartMs = nowMs;
    this.#named.clear();
    this.#others = 0;
    return entries;
  }
}
