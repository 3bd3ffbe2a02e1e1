import { pointName } from "../run/run-detail";

interface Placed {
  readonly spec: Parameters<typeof pointName>[0]["spec"];
  readonly round?: number | undefined;
  readonly raised?: Raised | undefined;
}

interface Raised {
  readonly parameter: "rate" | "queueDepth" | "threads";
  readonly value: number;
  readonly confirms?: boolean | undefined;
}

/** A point's name, and which of the like points of a step it is: "…, round 3", "…, rate 24×, confirmation". */
export function placedName({ spec, round, raised }: Placed): string {
  const which = [
    ...(round === undefined ? [] : [`round ${round + 1}`]),
    ...(raised?.parameter === "rate" ? [`rate ${raised.value}×`] : []),
    ...(raised?.confirms ? ["confirmation"] : []),
  ];
  return [pointName({ spec }), ...which].join(", ");
}
