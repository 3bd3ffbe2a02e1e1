import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Kinds of test: `unit` needs nothing, `integration` starts a real PostgreSQL, `kills` kills agent, gateway and
 * PostgreSQL at work, `proxy` puts the product behind a reverse proxy, `package` installs the Debian package, `lab` boots a virtual host,
 * and `runs` one for runs of plans alone.
 */
export default defineConfig({
  test: {
    projects: [
      {
        // As the pages import their own files.
        resolve: { alias: { "@": fileURLToPath(new URL("apps/web", import.meta.url)) } },
        test: {
          name: "unit",
          include: ["{packages,apps}/**/*.test.{ts,tsx}", "scripts/**/*.test.{ts,mjs}"],
          exclude: ["**/node_modules/**", "**/*.integration.test.ts"],
          // One process for all files: each of them would load and warm up the same modules again, which takes three times as long.
          isolate: false,
          // Simulations of hundreds of runs take seconds on a machine with other work.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "integration",
          include: ["{packages,apps,scripts}/**/*.integration.test.ts"],
          exclude: ["**/node_modules/**"],
          globalSetup: ["packages/db/src/testing/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "kills",
          include: ["e2e/kills/**/*.kills.test.ts"],
          exclude: ["**/node_modules/**"],
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: "proxy",
          include: ["e2e/proxy/**/*.proxy.test.ts"],
          exclude: ["**/node_modules/**"],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "package",
          include: ["e2e/package/**/*.package.test.ts"],
          exclude: ["**/node_modules/**"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "lab",
          include: ["e2e/lab/**/*.lab.test.ts"],
          exclude: ["**/node_modules/**"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "runs",
          include: ["e2e/lab/runs.test.ts"],
          exclude: ["**/node_modules/**"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
