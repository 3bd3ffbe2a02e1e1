export const roles = ["viewer", "operator", "admin"] as const;
export type Role = (typeof roles)[number];

/** A role that this version does not know opens the least. */
export function roleOf(value: string | null | undefined): Role {
  return roles.find((role) => role === value) ?? "viewer";
}

export interface Person {
  readonly kind: "person";
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** The session that speaks, where one does. */
  readonly sessionId?: string;
  /** The name of the API token that speaks, where one does: a program, in this person's name. */
  readonly apiToken?: string;
}

/** An agent that showed its key. */
export interface Agent {
  readonly kind: "agent";
  readonly hostId: string;
  readonly hostname: string;
  /** Of the key: a host that was enrolled again has another. */
  readonly keyHash: string;
}

/** A background job, or the operator's own command line on the server. */
export interface System {
  readonly kind: "system";
  readonly label: string;
}

export interface Anonymous {
  readonly kind: "anonymous";
}

export type Actor = Person | Agent | System | Anonymous;

/** How an actor is written in the audit. */
export function actorLabel(actor: Actor): string {
  switch (actor.kind) {
    case "person":
      return actor.apiToken === undefined ? actor.email : `${actor.email}, API token “${actor.apiToken}”`;
    case "agent":
      return `agent on ${actor.hostname}`;
    case "system":
      return actor.label;
    case "anonymous":
      return "not signed in";
  }
}
