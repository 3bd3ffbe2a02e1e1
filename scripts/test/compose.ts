/** Reads the compose files as docker-compose would; starts nothing. */
import { spawnSync } from "node:child_process";

const together = [["docker-compose.yml"], ["docker-compose.yml", "docker-compose.citus.yml"]];
for (const files of together) {
  const args = [...files.flatMap((file) => ["--file", file]), "config", "--quiet"];
  const { status } = spawnSync("docker-compose", args, { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
