import type { PoolClient } from "pg";

const zone = "UTC";

/** Longest that a statement may take, so that none holds locks and a connection without end: of a request, of a job. */
export const statementTimeoutMs = { request: 30_000, job: 600_000 } as const;

/** The server ends a statement before; one that has not answered by then is gone, and did not say so. */
export const longestAnswerMs = (longestStatementMs: number): number => longestStatementMs + 5_000;

/**
 * The address of a database with what every session of Crosspoint asks for at its start: time in UTC. Prisma's adapter
 * sends and reads times without an offset, so that in any other zone they would be off by that zone's. Asked for by the
 * session, because a default of role or database is not ours to set where DATABASE_URL names another's cluster. A longest statement is asked for in the same way.
 */
export function sessionUrl(url: string, longestStatementMs?: number): string {
  const [address = "", query = ""] = splitOnce(url, "?");
  const parameters = new URLSearchParams(query);
  // The last word on a setting counts; other options of the address stay.
  const own = [`-c TimeZone=${zone}`];
  if (longestStatementMs !== undefined) own.push(`-c statement_timeout=${longestStatementMs}`);
  parameters.set("options", [parameters.get("options"), ...own].filter(Boolean).join(" "));
  return `${address}?${parameters}`;
}

/** A connection pooler between may drop what was asked for: such a session is refused before anything is read or written. */
export function verifySession(client: PoolClient, done: (error?: Error) => void): void {
  client.query<{ zone: string }>("SELECT current_setting('TimeZone') AS zone").then(({ rows }) => {
    if (rows[0]?.zone === zone) return done();
    const pooler = "Let the connection pooler pass the startup parameter `options`, or connect to PostgreSQL directly.";
    done(new Error(`A session with PostgreSQL is in time zone ${rows[0]?.zone}, not ${zone}. ${pooler}`));
  }, done);
}

/**
 * Verifies a session, and gives it these settings before anything else is asked. A connection pooler refuses such settings in
 * `options`, or drops them without a word: PgBouncer knows the time zone and few others.
 */
function verifySessionWith(settings: Readonly<Record<string, string>>): typeof verifySession {
  const set = "SELECT set_config(name, value, false) FROM json_each_text($1) AS setting (name, value)";
  return (client, done) =>
    verifySession(client, (error) => {
      if (error !== undefined) return done(error);
      client.query(set, [JSON.stringify(settings)]).then(() => done(), done);
    });
}

/**
 * A plan that is kept is chosen without what is asked for, and by how large a table was when it was looked through last: of one that
 * was empty then, it would read all rows for as long as that is not done again. Rows are found by their keys, whatever the table holds.
 */
const byKeysAlone = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_material: "off",
  // Before PostgreSQL 18 what is off makes a plan dear where it cannot be done without, and a dear one would be compiled.
  jit: "off",
};

/** Verifies a session in which PostgreSQL keeps plans. */
export const verifyKeepingSession = verifySessionWith(byKeysAlone);

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}
