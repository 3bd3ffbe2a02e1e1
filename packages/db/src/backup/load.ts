import { once } from "node:events";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { applyMigrations } from "../migrate/apply.ts";
import { migrationList } from "../migrate/engine.ts";
import { checksums } from "../migrate/foreign.ts";
import { bringUpToDate, type DatabaseUrls } from "../migrate/up-to-date.ts";
import { sessionUrl } from "../session.ts";
import type { BackupHead } from "./document.ts";
import { BackupError } from "./error.ts";
import { type BackupSummary, isCopy, readScript } from "./read.ts";

/**
 * Fills an empty database from a backup: makes the tables as they were then, loads the rows, and brings the tables up to
 * date. What fails leaves a database that is of no use; nothing refers to it yet. `backup` is what `checkBackup` found.
 *
 * @throws BackupError for a backup of a newer or another version.
 */
export async function loadBackup(urls: DatabaseUrls, file: string, { head, end }: BackupSummary): Promise<void> {
  await applyMigrations(urls.owner, requireOwnMigrations(head));
  const loaded = await runScript(urls.owner, file);
  const wrong = Object.entries(end.rows).find(([table, rows]) => loaded.get(table) !== rows);
  if (wrong !== undefined) {
    throw new Error(`The backup says that ${wrong[0]} has ${wrong[1]} rows, but ${loaded.get(wrong[0])} were loaded.`);
  }
  await bringUpToDate(urls);
}

/**
 * The migrations that had made the tables of a backup.
 *
 * @throws BackupError unless they are the first of this version's.
 */
export function requireOwnMigrations({ migrations }: BackupHead, list = migrationList()): typeof list {
  const ours = [...checksums(list)];
  const others = migrations.findIndex(({ name, checksum }, at) => ours[at]?.[0] !== name || ours[at]?.[1] !== checksum);
  if (others < 0) return { ...list, migrationDirectories: list.migrationDirectories.slice(0, migrations.length) };
  const name = migrations[others]?.name;
  throw others >= ours.length
    ? new BackupError(
        `It was made by a newer version of Crosspoint (its migration ${name}).`,
        "Restore it with that version.",
      )
    : new BackupError(
        `It was made by another version of Crosspoint: its migration ${name} is not this version's.`,
        "There is no upgrade between versions before the first release: restore it with the version that made it.",
      );
}

/** Answers how many rows went into each table. */
async function runScript(url: string, file: string): Promise<ReadonlyMap<string, number>> {
  const client = new pg.Client({ connectionString: sessionUrl(url), application_name: "crosspoint-restore" });
  client.on("error", () => undefined);
  await client.connect();
  const loaded = new Map<string, number>();
  let copy: Copy | undefined;
  try {
    for await (const part of readScript(file)) {
      if (part.kind === "rows") await copy?.write(part.bytes);
      else if (part.kind === "rowsEnd") loaded.set(copy?.table ?? "", (await copy?.end()) ?? 0);
      else if (isCopy(part.text)) copy = new Copy(client, part.text);
      else if (!part.text.startsWith("--")) await client.query(part.text);
    }
    return loaded;
  } finally {
    await client.end();
  }
}

/** The rows of one table on their way in. */
class Copy {
  readonly table: string;
  readonly #stream: Writable & { readonly rowCount: number };
  readonly #done: Promise<void>;

  constructor(client: pg.Client, statement: string) {
    this.table = /^COPY public\."((?:[^"]|"")*)"/.exec(statement)?.[1]?.replaceAll('""', '"') ?? "";
    this.#stream = client.query(copyFrom(statement.replace(/;$/, "")));
    this.#done = finished(this.#stream);
    // Awaited at the end, or by a write that is held up; a failure in between is not unheard.
    this.#done.catch(() => undefined);
  }

  async write(bytes: Buffer): Promise<void> {
    if (!this.#stream.write(bytes)) await Promise.race([once(this.#stream, "drain"), this.#done]);
  }

  async end(): Promise<number> {
    this.#stream.end();
    await this.#done;
    return this.#stream.rowCount;
  }
}
