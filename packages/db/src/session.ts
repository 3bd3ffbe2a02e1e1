import type { PoolClient } from "pg";

const zone = "UTC";

/**
 * The address of a database with what every session of Crosspoint asks for at its start: time in UTC. Prisma's adapter
 * sends and reads times without an offset, so that in any other zone they would be off by that zone's. Asked for by the
 * session, because a default of role or database is not ours to set where DATABASE_URL names another's cluster.
 */
export function sessionUrl(url: string): string {
  const [address = "", query = ""] = splitOnce(url, "?");
  const parameters = new URLSearchParams(query);
  // The last word on a setting counts; other options of the address stay.
  const options = [parameters.get("options"), `-c TimeZone=${zone}`].filter(Boolean).join(" ");
  parameters.set("options", options);
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

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}
