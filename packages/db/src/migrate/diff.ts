import type { SchemasContainer } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { noFilter, withSchemaEngine } from "./engine.ts";

/**
 * The SQL that leads from one state of prisma/schema to another; from `"empty"` it is the whole schema.
 *
 * Only datamodels are compared: reading a live database back fails in this pair of engine and adapter (it does not
 * take PostgreSQL's internal "char"), so that schema and migrations agree is shown by a test that compares catalogs.
 *
 * @param url any PostgreSQL; nothing is written to it.
 */
export async function diffScript(url: string, from: SchemasContainer | "empty", to: SchemasContainer): Promise<string> {
  return await withSchemaEngine(url, async (engine) => {
    const { stdout } = await engine.diff({
      from: from === "empty" ? { tag: "empty" } : { tag: "schemaDatamodel", ...from },
      to: { tag: "schemaDatamodel", ...to },
      script: true,
      exitCode: null,
      filters: noFilter,
    });
    return (stdout ?? "").trim();
  });
}
