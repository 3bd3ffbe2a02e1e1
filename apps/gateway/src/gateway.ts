import { Hono } from "hono";
import { answerError, notFound } from "./answer-error.ts";
import { logRequests } from "./log-requests.ts";
import type { GatewayParts, GatewayTypes } from "./parts.ts";
import { rateLimiter } from "./rate-limit.ts";
import { commandsPath, commandsRoute } from "./routes/commands.ts";
import { enrollRoute } from "./routes/enroll.ts";
import { healthRoute } from "./routes/health.ts";
import { downloadRoute, installRoute } from "./routes/install.ts";
import { reportsPath, reportsRoute } from "./routes/reports.ts";
import { secureAnswers } from "./secure-answers.ts";

/** Requests that one agent may make at once, and per second for long: a benchmark reports each second. */
const agentRate = { burst: 120, perSecond: 20 };
/** Enrolments from one address: enough to roll out a rack at once, too few to try tokens. */
const enrollRate = { burst: 60, perSecond: 5 };
/** Scripts and packages asked for from one address, which may stand for many hosts: as they enroll, each asking for two. */
const installRate = { burst: 120, perSecond: 10 };

/** The agents' door: HTTP in, verbs behind, nothing decided here. */
export function createGateway(parts: GatewayParts): Hono<GatewayTypes> {
  const limitAgent = rateLimiter(agentRate, parts.now);
  const limitEnrollment = rateLimiter(enrollRate, parts.now);
  const limitInstallation = rateLimiter(installRate, parts.now);
  const app = new Hono<GatewayTypes>();
  app.use(logRequests(parts.logger));
  app.use(secureAnswers);
  app.post("/agent/v1/enroll", enrollRoute(parts, limitEnrollment));
  app.post(reportsPath, reportsRoute(parts, limitAgent));
  app.get(commandsPath, commandsRoute(parts, limitAgent));
  app.get("/install.sh", installRoute(parts, limitInstallation));
  app.get("/agent/v1/download/:sha256/:name", downloadRoute(parts, limitInstallation));
  app.get("/healthz", healthRoute(parts));
  app.notFound(notFound);
  app.onError((error, c) => answerError(error, c, parts.logger));
  return app;
}
