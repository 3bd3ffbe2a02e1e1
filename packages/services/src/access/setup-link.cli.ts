/** Prints the one-time link for the first admin. DATABASE_URL names the database, WEB_URL where people open the pages. */
import { connectDatabase } from "@crosspoint/db";
import { createSetupLink } from "./create-setup-link.ts";
import { commandEnvironment } from "./rules/command-environment.ts";

const environment = commandEnvironment();
const db = connectDatabase(environment.DATABASE_URL, 1);
try {
  const actor = { kind: "system", label: "command line" } as const;
  const link = await createSetupLink({ db, actor, now: new Date() });
  console.log(
    link.needed
      ? `${environment.WEB_URL}/setup?token=${link.token}`
      : "There is an admin already: sign in, or ask one.",
  );
} finally {
  await db.$disconnect();
}
