import pg from "pg";

/** What the driver says of a statement whose answer did not come in time. */
export const unanswered = "Query read timeout";

/**
 * A connection that is closed when an answer does not come (`query_timeout`): whatever is asked of it after that would wait behind what
 * was asked, and a pool that does not know would give it to the next one.
 */
export class AnsweringClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const ask = this.query.bind(this) as (...asked: unknown[]) => unknown;
    this.query = ((...asked: unknown[]) => {
      const answer = ask(...asked);
      if (answer instanceof Promise) {
        answer.catch((error: Error) => {
          if (error.message === unanswered) void this.end().catch(() => undefined);
        });
      }
      return answer;
    }) as typeof this.query;
  }
}
