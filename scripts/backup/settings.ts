import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { StartError } from "../steps/remedy.ts";

export interface BackupSettings {
  readonly file: string;
  /** Where npm installed another version of PostgreSQL, for a cluster that it made. */
  readonly postgresql: string | undefined;
}

export interface RestoreSettings {
  readonly file: string;
  /** Whether what the database holds may go. */
  readonly replace: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const backupUsage = `npm run backup -- FILE [--postgresql FOLDER]
  FILE                 a new file
  --postgresql FOLDER  where npm installed another version of PostgreSQL, for a database that it made
Environment: CROSSPOINT_DATA_DIR`;
const restoreUsage = `npm run restore -- FILE [--replace]
  --replace  also where the database holds something: that is deleted
Environment: CROSSPOINT_DATA_DIR`;

export function readBackupSettings(args: string[], environment: Environment = process.env): BackupSettings {
  const { positionals, values } = parse(
    () =>
      parseArgs({
        args,
        allowPositionals: true,
        options: { postgresql: { type: "string" } },
      } satisfies ParseArgsConfig),
    backupUsage,
  );
  requireEmbedded(environment, "pg_dump");
  const postgresql = values.postgresql === undefined ? undefined : fromCaller(values.postgresql, environment);
  return { file: theFile(positionals, environment, backupUsage), postgresql };
}

export function readRestoreSettings(args: string[], environment: Environment = process.env): RestoreSettings {
  const { positionals, values } = parse(
    () =>
      parseArgs({ args, allowPositionals: true, options: { replace: { type: "boolean" } } } satisfies ParseArgsConfig),
    restoreUsage,
  );
  requireEmbedded(environment, "pg_restore");
  return { file: theFile(positionals, environment, restoreUsage), replace: values.replace ?? false };
}

function parse<T>(read: () => T, usage: string): T {
  try {
    return read();
  } catch (error) {
    throw new StartError((error as Error).message, usage);
  }
}

function theFile(positionals: readonly string[], environment: Environment, usage: string): string {
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new StartError("Name one file.", usage);
  return fromCaller(file, environment);
}

/** npm runs its scripts in the folder of package.json, and says where it was called. */
function fromCaller(path: string, { INIT_CWD }: Environment): string {
  return resolve(INIT_CWD ?? process.cwd(), path);
}

/** Whoever runs a PostgreSQL of their own has its programs, which do it better. */
function requireEmbedded({ DATABASE_URL }: Environment, program: string): void {
  if (!DATABASE_URL) return;
  throw new StartError(
    "DATABASE_URL is set: this is for the database that `npm start` runs itself.",
    `Use ${program} for a PostgreSQL of your own; docs/maintenance.md has the commands.`,
  );
}
