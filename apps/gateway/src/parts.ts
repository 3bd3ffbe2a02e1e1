import type { Database, SqlRunner } from "@crosspoint/db";
import type { Command } from "@crosspoint/protocol";
import type { TrustedProxies } from "@crosspoint/services/access/rules/client-address";
import type { AgentKeys } from "@crosspoint/services/host/agent-keys";
import type { PollOpenings } from "@crosspoint/services/host/open-polls";
import type { ReportWays } from "@crosspoint/services/report/ingest";
import type { HttpBindings } from "@hono/node-server";
import type { Logger } from "pino";
import type { BodyRoom } from "./body-room.ts";
import type { CommandWaiters } from "./command-waiters.ts";
import type { Doorway } from "./doorway.ts";
import type { AgentPackages } from "./install/agent-packages.ts";
import type { KnownKeys } from "./known-keys.ts";

/** What the gateway is put together from; every route gets it. */
export interface GatewayParts extends ReportWays {
  readonly db: Database;
  /** By a connection of its own, which nothing else takes. */
  readonly probe: SqlRunner;
  readonly keys: AgentKeys;
  readonly room: BodyRoom;
  readonly waiters: CommandWaiters<Command>;
  readonly polls: PollOpenings;
  /** Of polls, by host. */
  readonly door: Doorway;
  /** Of requests whose key was not found good here before, by address. */
  readonly strangers: Doorway;
  readonly knownKeys: KnownKeys;
  readonly logger: Logger;
  readonly now: () => Date;
  /** The reverse proxies whose X-Forwarded-For is believed. */
  readonly proxies: TrustedProxies;
  /** What hosts install. */
  readonly packages: AgentPackages;
  /** Where hosts reach this gateway; undefined where nobody said. */
  readonly serverUrl: string | undefined;
}

/** What a request carries through the gateway: its connection, and whom it speaks for, once that is known, for the log. */
export interface GatewayTypes {
  Bindings: Partial<HttpBindings>;
  Variables: {
    hostId?: string;
    /** Past Hono, by Node's own answer, now or later; and told in the log then. */
    isAnsweredApart?: true;
  };
}
