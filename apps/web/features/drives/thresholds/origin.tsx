import Link from "next/link";
import { RelativeTime } from "@/ui/time";
import type { HeldThreshold } from "./held-threshold";

/** Whose word the grades of a rule are, and why. */
export function Origin({ origin }: { origin: HeldThreshold["origin"] }) {
  if (origin.kind === "rule") return <span className="text-muted">the rule's default</span>;
  if (origin.kind === "catalog") {
    return (
      <>
        the catalog, for this model
        <span className="block text-muted">{origin.why}</span>
      </>
    );
  }
  const { changedBy, changedAt, why } = origin;
  return (
    <>
      <Scope origin={origin} />
      <span className="block text-muted">
        {changedBy} <RelativeTime time={changedAt} />: {why}
      </span>
    </>
  );
}

/** Whose word it is alone, after a figure. */
export function ShortOrigin({ origin }: { origin: HeldThreshold["origin"] }) {
  if (origin.kind === "rule") return "the rule's default";
  return origin.kind === "catalog" ? "the catalog's, for this model" : <Scope origin={origin} />;
}

function Scope({
  origin,
}: {
  origin: Extract<HeldThreshold["origin"], { kind: "fleet" | "model" | "group" | "drive" }>;
}) {
  switch (origin.kind) {
    case "fleet":
      return "for the fleet";
    case "model":
      return `for the model ${origin.name}`;
    case "group":
      return (
        <>
          for the group{" "}
          <Link href={`/groups/${origin.groupId}`} className="text-accent underline underline-offset-2">
            {origin.name}
          </Link>
        </>
      );
    case "drive":
      return <span className="font-medium">for this drive</span>;
  }
}
