import { execFileSync } from "node:child_process";
import type { OsUser } from "./binaries.ts";
import { EmbeddedPostgresError } from "./error.ts";

const userName = "postgres";

/** The user that PostgreSQL runs as: ourselves, or, for root, the system user `postgres`, made where it is missing. */
export function databaseOsUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return findUser() ?? createUser();
}

function findUser(): OsUser | undefined {
  try {
    const id = (flag: string) => Number(execFileSync("id", [flag, userName], { stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

function createUser(): OsUser {
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", userName]);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root, and the system user ${userName} could not be made.`,
      `Create it (useradd --system ${userName}), or start as an ordinary user.`,
      cause,
    );
  }
  const user = findUser();
  if (!user) throw new EmbeddedPostgresError(`The user ${userName} was made but is not found.`, "Check /etc/passwd.");
  return user;
}
