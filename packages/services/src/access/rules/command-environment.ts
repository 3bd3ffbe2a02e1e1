import { z } from "zod";

const environment = z.object({ DATABASE_URL: z.string().min(1), WEB_URL: z.url() });

/** What a command beside the pages needs of their environment. Ends the process with what is missing. */
export function commandEnvironment(): z.infer<typeof environment> {
  const parsed = environment.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path }) => path.join("."));
  console.error(`${names.join(" and ")} must be set as for the pages: the database, and where people open the pages.`);
  console.error("Beside `npm start` use: npm start -- --password-link admin@example.com");
  process.exit(2);
}
