"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import { PanelSkeleton } from "@/ui/skeleton";

/** What the plans of the standards ask: each panel's code comes when a run has it. */
const LazyRounds = lazy(async () => ({ default: (await import("./rounds/rounds-panel")).RoundsPanel }));
const LazySearch = lazy(async () => ({ default: (await import("./search/search-panel")).SearchPanel }));
const LazySettings = lazy(async () => ({ default: (await import("./settings/settings-panel")).SettingsPanel }));
const LazyModes = lazy(async () => ({ default: (await import("./modes/modes-panel")).ModesPanel }));
const LazyConsistency = lazy(async () => ({
  default: (await import("./whole/consistency-panel")).ConsistencyPanel,
}));
const LazyWriteSaturation = lazy(async () => ({
  default: (await import("./whole/write-saturation-panel")).WriteSaturationPanel,
}));

const waiting = <PanelSkeleton className="h-128" />;

export function RoundsPanel(props: ComponentProps<typeof LazyRounds>) {
  return (
    <Suspense fallback={waiting}>
      <LazyRounds {...props} />
    </Suspense>
  );
}

export function SearchPanel(props: ComponentProps<typeof LazySearch>) {
  return (
    <Suspense fallback={waiting}>
      <LazySearch {...props} />
    </Suspense>
  );
}

export function SettingsPanel(props: ComponentProps<typeof LazySettings>) {
  return (
    <Suspense fallback={waiting}>
      <LazySettings {...props} />
    </Suspense>
  );
}

export function ModesPanel(props: ComponentProps<typeof LazyModes>) {
  return (
    <Suspense fallback={waiting}>
      <LazyModes {...props} />
    </Suspense>
  );
}

export function ConsistencyPanel(props: ComponentProps<typeof LazyConsistency>) {
  return (
    <Suspense fallback={waiting}>
      <LazyConsistency {...props} />
    </Suspense>
  );
}

export function WriteSaturationPanel(props: ComponentProps<typeof LazyWriteSaturation>) {
  return (
    <Suspense fallback={waiting}>
      <LazyWriteSaturation {...props} />
    </Suspense>
  );
}
