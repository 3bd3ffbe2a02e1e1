import { ServiceError } from "../../errors.ts";
import { addressGroup } from "./client-address.ts";
import { TokenBuckets } from "./token-buckets.ts";

/** Wrong passwords of one account from one address: five, then one each half minute. */
const pairRate = { burst: 5, perSecond: 1 / 30 };
/** Wrong passwords from one address, whatever the accounts. */
const addressRate = { burst: 20, perSecond: 1 / 6 };
/** Wrong passwords of one account from all addresses it was not signed in from. */
const accountRate = { burst: 20, perSecond: 1 / 30 };

export interface SignInAttempt {
  readonly account: string;
  readonly address: string;
}

/**
 * How fast passwords may be tried, in the memory of this process. Only wrong ones count. Whoever tries an account from
 * everywhere slows it down for addresses that are new to it; its owner still gets in from one they signed in from.
 */
export class SignInGuard {
  readonly #pairs = new TokenBuckets(pairRate);
  readonly #addresses = new TokenBuckets(addressRate);
  readonly #accounts = new TokenBuckets(accountRate);

  /**
   * Answers 0 and counts the attempt as wrong until `succeeded` or `notChecked` says otherwise, or how long to wait, in milliseconds.
   * `isKnownAddress` is asked only while the account is under attack.
   */
  async admit(attempt: SignInAttempt, nowMs: number, isKnownAddress: () => Promise<boolean>): Promise<number> {
    const known = this.#accounts.waitMs(attempt.account, nowMs) > 0 && (await isKnownAddress());
    const { account, group, pair } = keysOf(attempt);
    const waitMs = Math.max(
      this.#pairs.waitMs(pair, nowMs),
      this.#addresses.waitMs(group, nowMs),
      known ? 0 : this.#accounts.waitMs(account, nowMs),
    );
    if (waitMs > 0) return waitMs;
    this.#pairs.take(pair, nowMs);
    this.#addresses.take(group, nowMs);
    this.#accounts.take(account, nowMs);
    return 0;
  }

  /** The password could not be checked: the attempt does not count, and those before it do. */
  notChecked(attempt: SignInAttempt): void {
    const { account, group, pair } = keysOf(attempt);
    this.#pairs.giveBack(pair);
    this.#addresses.giveBack(group);
    this.#accounts.giveBack(account);
  }

  /** The password was right: the attempt does not count, and whoever knows the password was not guessing before. */
  succeeded(attempt: SignInAttempt): void {
    const { account, group, pair } = keysOf(attempt);
    this.#pairs.forget(pair);
    this.#addresses.giveBack(group);
    this.#accounts.giveBack(account);
  }
}

function keysOf({ account, address }: SignInAttempt) {
  const group = addressGroup(address);
  return { account, group, pair: `${group} ${account}` };
}

/** What whoever has to wait is told. */
export function tooManyAttempts(waitMs: number): ServiceError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new ServiceError("tooMany", "Too many wrong passwords.", {
    remedy: `Try again in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  });
}
