import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaEngine, SchemasContainer } from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { sessionUrl, verifySession } from "../session.ts";
import { finishing, MigrationError } from "./failed.ts";

const repositoryRoot = fileURLToPath(new URL("../../../../", import.meta.url));
export const migrationsDir = join(repositoryRoot, "prisma", "migrations");
const schemaDir = join(repositoryRoot, "prisma", "schema");

/** Nothing is managed outside Prisma's migrations. */
export const noFilter = { externalTables: [], externalEnums: [] };

/** The datamodel: every file of prisma/schema. */
export function schemas(): SchemasContainer {
  const files = readdirSync(schemaDir).filter((name) => name.endsWith(".prisma"));
  return { files: files.map((path) => ({ path, content: readFileSync(join(schemaDir, path), "utf8") })) };
}

/** prisma/migrations in the form that the engine reads, so that it never touches the file system itself. */
export function migrationList(): MigrationList {
  const directories = readdirSync(migrationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir: migrationsDir,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: directories.map((path) => ({
      path,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(join(migrationsDir, path, "migration.sql"), "utf8") },
      },
    })),
  };
}

/**
 * Prisma's own schema engine as WebAssembly, over the same driver as the client: nothing is downloaded, and what it
 * applies is what `prisma migrate deploy` would apply, checksums included.
 */
export async function withSchemaEngine<T>(
  url: string,
  work: (engine: SchemaEngine, pool: pg.Pool) => Promise<T>,
  migrations?: MigrationList,
): Promise<T> {
  const { SchemaEngine } = await loadWasm();
  // One session, kept to the end: it holds the lock against other starts.
  const session = { connectionString: sessionUrl(url), max: 1, idleTimeoutMillis: 0, verify: verifySession };
  const pool = new pg.Pool(session);
  const adapter = new PrismaPg(pool);
  // The engine reports a failed script as "External error" alone: what PostgreSQL said is kept on this side.
  let lastFailure: Error | undefined;
  const remember = (error: Error) => {
    lastFailure = error;
  };
  const scripts = namesByScript(migrations);
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    connect: () => connectWhole(pool, scripts, remember),
    connectToShadowDb: () => connectWhole(pool, scripts, remember),
  });
  const datamodels = schemas().files.map(({ path, content }): [string, string] => [path, content]);
  const engine = await SchemaEngine.new({ datamodels }, () => undefined, factory);
  try {
    return await work(engine, pool);
  } catch (error) {
    throw lastFailure ?? error;
  } finally {
    engine.free();
    await pool.end();
  }
}

function namesByScript(migrations?: MigrationList): ReadonlyMap<string, string> {
  const named = (migrations?.migrationDirectories ?? []).flatMap(({ path, migrationFile: { content } }) =>
    content.tag === "ok" ? [[content.value, path] as const] : [],
  );
  return new Map(named);
}

/**
 * The adapter cuts a script at every semicolon, also inside a function body or a comment, and runs the pieces one by
 * one. Sent whole, PostgreSQL reads it itself and takes it as one transaction: a failing migration leaves nothing.
 */
async function connectWhole(pool: pg.Pool, migrations: ReadonlyMap<string, string>, onFailure: (error: Error) => void) {
  const connection = await new PrismaPg(pool, { disposeExternalPool: false }).connect();
  return Object.assign(connection, {
    executeScript: async (script: string): Promise<void> => {
      const migration = migrations.get(script);
      try {
        await pool.query(migration === undefined ? script : finishing(script));
      } catch (error) {
        const failure = error as pg.DatabaseError;
        onFailure(migration === undefined ? failure : new MigrationError(migration, failure, script));
        throw error;
      }
    },
  });
}

/** The bindings are one module with one memory: loading the WebAssembly twice would cut off whoever uses the first. */
let loaded: ReturnType<typeof loadWasmOnce> | undefined;
function loadWasm() {
  loaded ??= loadWasmOnce();
  return loaded;
}

/** Links the WebAssembly to its JavaScript half by hand: Node imports .wasm only behind a flag. */
async function loadWasmOnce() {
  const bindings = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const wasmFile = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = readFileSync(wasmFile.replace(/\.js$/, ".wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": bindings as never });
  (bindings as unknown as { __wbg_set_wasm(exports: unknown): void }).__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
  return bindings;
}
