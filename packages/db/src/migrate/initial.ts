/** Where the part of the initial migration begins that is written by hand. */
const mark = "-- From here by hand: what Prisma cannot say.";

/** Prisma knows no partitioned tables: these are made so, by the column named. */
const partitioned = { smart_sample: "time", smart_hour: "time", smart_day: "time" } as const;

/**
 * The initial migration with its tables written anew.
 *
 * @param generated the whole schema, as Prisma's engine writes it
 * @param current the migration as it stands, whose part by hand is kept
 */
export function initialMigration(generated: string, current: string): string {
  const start = current.indexOf(mark);
  if (start < 0) throw new Error(`The initial migration has lost its line "${mark}".`);
  return `${withPartitions(generated)}\n\n${current.slice(start)}`;
}

function withPartitions(script: string): string {
  return Object.entries(partitioned).reduce((sql, [table, column]) => {
    const create = new RegExp(`(CREATE TABLE "${table}" \\([^;]*\\));`);
    if (!create.test(sql)) throw new Error(`prisma/schema has no table "${table}", which is to be partitioned.`);
    return sql.replace(create, `$1 PARTITION BY RANGE ("${column}");`);
  }, script);
}
