/** Prints `{needed: boolean, token?: string}` as one line of JSON; DATABASE_URL names the database. */
import { connectDatabase } from "@crosspoint/db";
import { z } from "zod";
import { createSetupLink } from "./create-setup-link.ts";

const { DATABASE_URL } = z.object({ DATABASE_URL: z.string().min(1) }).parse(process.env);
const db = connectDatabase(DATABASE_URL, 1);
try {
  const actor = { kind: "system", label: "command line" } as const;
  console.log(JSON.stringify(await createSetupLink({ db, actor, now: new Date() })));
} finally {
  await db.$disconnect();
}
