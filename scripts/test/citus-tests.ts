/**
 * How the paths begin of the integration tests that a cluster could break: of the tables that it spreads, and of transactions beside
 * them. All of them: `CROSSPOINT_TEST_DATABASE=citus npx vitest run --project integration`.
 */
export const citusTests = [
  "packages/db/src/distribute/",
  "packages/db/src/queries/",
  "packages/services/src/telemetry/",
  "packages/services/src/storage/",
  "packages/services/src/removal/",
  "packages/services/src/batch/report",
  "packages/services/src/compare/differences",
  "packages/services/src/compare/share/",
  "packages/services/src/compare/size",
  "packages/services/src/drive/history",
  "packages/services/src/drive/list.",
  "packages/services/src/health/judge-past",
  "packages/services/src/lifecycle/merge",
  "packages/services/src/report/group/",
  "packages/services/src/run/answers",
  "packages/services/src/run/launch.",
  "packages/services/src/run/read",
  "apps/gateway/src/attempts",
  "apps/gateway/src/contested",
  "apps/gateway/src/fleet",
  "apps/gateway/src/grouped",
  "apps/gateway/src/lost-worker",
  "apps/gateway/src/remembered",
  "apps/gateway/src/reports",
  "apps/gateway/src/run-facts",
  "apps/gateway/src/runs",
  "apps/gateway/src/simulated",
  "apps/worker/src/worker",
] as const;
