"use client";

import { parseAsInteger, useQueryState } from "nuqs";

/** The point whose details are shown, by the URL: counted from one there; the first where none is named. */
export function useChosenPoint<Point extends { readonly sequence: number }>(points: readonly Point[]) {
  const [number, setNumber] = useQueryState("point", parseAsInteger);
  const chosen = points.find(({ sequence }) => sequence + 1 === number) ?? points[0];
  return [chosen, (sequence: number) => void setNumber(sequence + 1)] as const;
}
