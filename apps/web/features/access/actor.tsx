"use client";

import type { Person } from "@crosspoint/services/actor";
import { hasRight, type Right } from "@crosspoint/services/rights";
import { createContext, type ReactNode, use } from "react";

const ActorContext = createContext<Person | undefined>(undefined);

export function ActorProvider({ actor, children }: { actor: Person; children: ReactNode }) {
  return <ActorContext value={actor}>{children}</ActorContext>;
}

/** Who is signed in. */
export function useActor(): Person {
  const actor = use(ActorContext);
  if (!actor) throw new Error("useActor stands outside of the frame");
  return actor;
}

const rolesWithRight: Partial<Record<Right, string>> = {
  "benchmark.launch": "an operator or an admin",
  "benchmark.cancel": "an operator or an admin",
  "benchmark.import": "an operator or an admin",
  "drive.control": "an operator or an admin",
  "drive.lifecycle": "an operator or an admin",
  "fleet.organize": "an operator or an admin",
  "maintenance.manage": "an operator or an admin",
  "health.acknowledge": "an operator or an admin",
  "host.collectNow": "an operator or an admin",
  "host.scratchFile": "an operator or an admin",
  "audit.view": "an operator or an admin",
};

/** Undefined if this person may; else why not, to be shown on the disabled action. The server checks again. */
export function useWhyNot(right: Right): string | undefined {
  const actor = useActor();
  if (hasRight(actor, right)) return undefined;
  return `Only ${rolesWithRight[right] ?? "an admin"} can do this; your role is ${actor.role}.`;
}
