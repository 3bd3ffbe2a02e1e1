import { connectDatabase } from "@crosspoint/db";
import { createSetupLink } from "@crosspoint/services/access/create-setup-link";

/** The link that lets the first admin in, once; undefined when there is an admin already. */
export async function setupLink(databaseUrl: string, webUrl: string): Promise<string | undefined> {
  const db = connectDatabase(databaseUrl, 1);
  try {
    const context = { db, actor: { kind: "system", label: "npm start" } as const, now: new Date() };
    const link = await createSetupLink(context);
    return link.needed ? `${webUrl}/setup?token=${link.token}` : undefined;
  } finally {
    await db.$disconnect();
  }
}
