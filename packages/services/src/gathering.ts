import { ServiceError } from "./errors.ts";

export interface GatheringLimits {
  /** Most that goes into one call, by weight; a single item that weighs more goes alone. */
  readonly togetherMost: number;
  /** Most that waits, by weight; what comes then is told to come back. */
  readonly waitingMost: number;
  /** None where nothing is to be delayed. */
  readonly company?: Company;
}

/** Whom who is answered now, and comes again at once, finds. */
export interface Company {
  /** A call begins once that much waits of what the one before it carried, by weight, … */
  readonly share: number;
  /** … or that long after it. */
  readonly withinMs: number;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly weight: number;
  readonly resolve: (answer: Out) => void;
  readonly reject: (error: unknown) => void;
}

/** When who finds too much waiting comes back. */
const retryAfterSeconds = 2;

/**
 * Work that costs more to begin than to do: whatever arrives while one call is under way waits and goes into the next
 * together, in the order of its arrival. Nothing is delayed at first: where nobody waits, a call carries one item. Right behind another one it
 * may wait a moment for company: it would carry the first who comes, and all others the one after.
 */
export class Gathering<In, Out> {
  readonly #work: (items: readonly In[]) => Promise<readonly Out[]>;
  readonly #limits: GatheringLimits;
  #waiting: Waiting<In, Out>[] = [];
  #weight = 0;
  #isBusy = false;
  #awaited: { readonly weight: number; readonly come: () => void } | undefined;

  /** `work` answers each item at its place; where it rejects, all of them are. */
  constructor(work: (items: readonly In[]) => Promise<readonly Out[]>, limits: GatheringLimits) {
    this.#work = work;
    this.#limits = limits;
  }

  /** Throws `unavailable` when too much waits already, at the same moment and not behind it. */
  requireRoom(): void {
    if (this.#weight < this.#limits.waitingMost) return;
    throw new ServiceError("unavailable", "More is waiting here than can be taken soon.", {
      remedy: "Wait for the time in Retry-After, then send it again.",
      retryAfterSeconds,
    });
  }

  async add(item: In, weight = 1): Promise<Out> {
    this.requireRoom();
    const answer = new Promise<Out>((resolve, reject) => {
      this.#waiting.push({ item, weight, resolve, reject });
    });
    this.#weight += weight;
    if (this.#awaited !== undefined && this.#weight >= this.#awaited.weight) this.#awaited.come();
    if (!this.#isBusy) void this.#run();
    return answer;
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    for (let group = this.#next(); group.length > 0; group = this.#next()) {
      await this.#call(group);
      await this.#company(group);
    }
    this.#isBusy = false;
  }

  async #company(before: readonly Waiting<In, Out>[]): Promise<void> {
    const { company } = this.#limits;
    if (company === undefined) return;
    const { togetherMost } = this.#limits;
    const weight = Math.min(company.share * before.reduce((sum, each) => sum + each.weight, 0), togetherMost);
    if (this.#weight >= weight) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(resolve, company.withinMs);
    this.#awaited = { weight, come: resolve };
    await promise;
    clearTimeout(late);
    this.#awaited = undefined;
  }

  #next(): Waiting<In, Out>[] {
    let weight = 0;
    let count = 0;
    for (const each of this.#waiting) {
      if (count > 0 && weight + each.weight > this.#limits.togetherMost) break;
      weight += each.weight;
      count += 1;
    }
    this.#weight -= weight;
    return this.#waiting.splice(0, count);
  }

  async #call(group: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const answers = await this.#work(group.map(({ item }) => item));
      if (answers.length !== group.length) throw new Error(`${group.length} items got ${answers.length} answers.`);
      group.forEach(({ resolve }, place) => {
        resolve(answers[place] as Out);
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
