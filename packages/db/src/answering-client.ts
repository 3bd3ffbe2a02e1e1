import pg from "pg";

/** What the driver says of a statement whose answer did not come in time. */
const unanswered = "Query read timeout";
/**
 * How PostgreSQL refuses, each time, a statement whose plan a connection keeps, once a column that it answers is of another type. Its
 * words are in the server's language; the state has other causes too.
 */
const [featureNotSupported, outdatedPlan] = ["0A000", "RevalidateCachedQuery"];

/** Whether an error says that its connection is of no more use. */
export function isOfNoMoreUse({ message, code, routine }: Error & { code?: unknown; routine?: unknown }): boolean {
  return message === unanswered || (code === featureNotSupported && routine === outdatedPlan);
}

/**
 * A connection that is closed once it is of no more use, as a pool that does not know would give it to the next one: when an answer does not
 * come (`query_timeout`), whatever is asked after that would wait behind what was asked; when a migration has changed what a kept plan
 * answers, that could not be asked again.
 */
export class AnsweringClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // Nobody else listens while the pool verifies it. Whoever asks of a lost connection is told.
    this.on("error", () => undefined);
    const ask = this.query.bind(this) as (...asked: unknown[]) => unknown;
    this.query = ((...asked: unknown[]) => {
      const answer = ask(...asked);
      if (answer instanceof Promise) {
        answer.catch((error: Error) => {
          if (isOfNoMoreUse(error)) void this.end().catch(() => undefined);
        });
      }
      return answer;
    }) as typeof this.query;
  }
}
