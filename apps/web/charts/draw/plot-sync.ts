"use client";

import { useId, useState, useSyncExternalStore } from "react";
import type { AxisZoom } from "../prepare/axis-zoom";

/** What charts beside one another share: the place that is pointed at, and the range that is seen. */
interface Shared {
  readonly at?: { readonly x: number; readonly by: string } | undefined;
  readonly zoom?: AxisZoom | undefined;
}

class Store {
  private shared: Shared = {};
  private readonly listeners = new Set<() => void>();

  readonly read = () => this.shared;

  readonly set = (change: Shared) => {
    this.shared = { ...this.shared, ...change };
    for (const listener of this.listeners) listener();
  };

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      // Whoever comes back to the page, or to another one with charts of this name, begins with all of it.
      if (this.listeners.size === 0) this.shared = {};
    };
  };
}

/** One for each `syncId`; what it holds goes with the last chart of the page. */
const stores = new Map<string, Store>();

function storeOf(syncId: string): Store {
  const store = stores.get(syncId) ?? new Store();
  stores.set(syncId, store);
  return store;
}

export interface PlotSync {
  readonly store: Store;
  /** Of this chart among those that share the store. */
  readonly own: string;
}

/** The store of this `syncId`, or one that no other chart has. */
export function usePlotSync(syncId: string | undefined): PlotSync {
  const own = useId();
  const [alone] = useState(() => new Store());
  return { store: syncId === undefined ? alone : storeOf(syncId), own };
}

export function useSharedZoom({ store }: PlotSync): AxisZoom | undefined {
  return useSyncExternalStore(
    store.subscribe,
    () => store.read().zoom,
    () => undefined,
  );
}

/** The place that another chart of the same store is pointed at. */
export function useSharedPlace({ store, own }: PlotSync): number | undefined {
  const at = useSyncExternalStore(
    store.subscribe,
    () => store.read().at,
    () => undefined,
  );
  return at === undefined || at.by === own ? undefined : at.x;
}
