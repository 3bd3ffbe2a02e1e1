"use client";

import { useMemo, useState } from "react";

export interface HostSelection {
  readonly ids: readonly string[];
  readonly isSelected: (hostId: string) => boolean;
  /** With `range`, all from the host that was toggled before to this one, as the list has them. */
  readonly toggle: (hostId: string, range: boolean) => void;
  /** Selects all that the list has, or none of them where all are. */
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/** What is picked of the hosts that the list has; one that leaves the list by another filter is not picked any more. */
export function useHostSelection(listed: readonly string[]): HostSelection {
  const [picked, setPicked] = useState<{ ids: ReadonlySet<string>; last: string | undefined }>({
    ids: new Set(),
    last: undefined,
  });
  return useMemo(() => {
    const ids = listed.filter((id) => picked.ids.has(id));
    return {
      ids,
      isSelected: (id) => picked.ids.has(id),
      toggle: (hostId, range) => {
        const changed = range ? between(listed, picked.last, hostId) : [hostId];
        const next = new Set(ids);
        for (const id of changed) picked.ids.has(hostId) ? next.delete(id) : next.add(id);
        setPicked({ ids: next, last: hostId });
      },
      toggleAll: () => setPicked({ ids: new Set(ids.length === listed.length ? [] : listed), last: undefined }),
      clear: () => setPicked({ ids: new Set(), last: undefined }),
    };
  }, [listed, picked]);
}

function between(listed: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [start, end] = [from === undefined ? -1 : listed.indexOf(from), listed.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return listed.slice(Math.min(start, end), Math.max(start, end) + 1);
}
