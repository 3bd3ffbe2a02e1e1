/**
 * Resets a person's password from the server and prints the one-time link: the way in for an admin whom no other admin
 * can help. DATABASE_URL names the database, WEB_URL where people open the pages.
 */
import { connectDatabase } from "@crosspoint/db";
import { createPasswordLink } from "./create-password-link.ts";
import { commandEnvironment } from "./rules/command-environment.ts";

const email = process.argv[2]?.toLowerCase();
if (!email) {
  console.error("Name the person: npm run -w @crosspoint/services password-link -- admin@example.com");
  process.exit(2);
}
const environment = commandEnvironment();
const db = connectDatabase(environment.DATABASE_URL, 1);
try {
  const person = await db.user.findUnique({ where: { email }, select: { id: true, role: true } });
  if (person) {
    const actor = { kind: "system", label: "command line" } as const;
    const { token, expiresAt } = await createPasswordLink({ db, actor, now: new Date() }, { personId: person.id });
    console.log(`${email} (${person.role}) is signed out everywhere and sets a new password here, once, until`);
    console.log(`${expiresAt.toISOString()}:\n\n  ${environment.WEB_URL}/password?token=${token}`);
  } else {
    const admins = await db.user.findMany({ where: { role: "admin" }, select: { email: true }, take: 20 });
    console.error(`There is no person with the e-mail ${email}.`);
    console.error(
      admins.length > 0 ? `Admins: ${admins.map((admin) => admin.email).join(", ")}` : "There is no admin.",
    );
    process.exitCode = 1;
  }
} finally {
  await db.$disconnect();
}
