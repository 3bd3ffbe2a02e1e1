"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import { PanelSkeleton } from "@/ui/skeleton";
import { isOpenState } from "../run-state";

/** Panels that few runs have, or that stand below the first screen: loaded when a page shows one. */
const LazyCriteria = lazy(async () => ({
  default: (await import("../qualification/criteria-panel")).CriteriaPanel,
}));
const LazyDatabase = lazy(async () => ({ default: (await import("./database-panel")).DatabasePanel }));
const LazyFindings = lazy(async () => ({ default: (await import("./findings-panel")).FindingsPanel }));
const LazyImported = lazy(async () => ({ default: (await import("./imported/imported-panels")).ImportedPanels }));
const LazyEffect = lazy(async () => ({ default: (await import("../qualification/effect-panel")).EffectPanel }));
const LazyRepeats = lazy(async () => ({ default: (await import("./curves/repeats-panel")).RepeatsPanel }));
const LazyCurves = lazy(async () => ({ default: (await import("./curves/curves-panel")).CurvesPanel }));
const LazyNearPeak = lazy(async () => ({ default: (await import("./curves/near-peak-panel")).NearPeakPanel }));
const LazySelectedPoint = lazy(async () => ({ default: (await import("./selected-point")).SelectedPoint }));
const LazyRated = lazy(async () => ({ default: (await import("./rated-panel")).RatedPanel }));

/** Its charts decode histograms: their room is kept until that code is there. */
export function SelectedPoint(props: ComponentProps<typeof LazySelectedPoint>) {
  return (
    <Suspense fallback={<PanelSkeleton className="h-128" />}>
      <LazySelectedPoint {...props} />
    </Suspense>
  );
}

export function RatedPanel(props: ComponentProps<typeof LazyRated>) {
  return (
    <Suspense>
      <LazyRated {...props} />
    </Suspense>
  );
}

export function CriteriaPanel(props: ComponentProps<typeof LazyCriteria>) {
  return (
    <Suspense>
      <LazyCriteria {...props} />
    </Suspense>
  );
}

export function EffectPanel(props: ComponentProps<typeof LazyEffect>) {
  const { changes, problems, selfTests } = props.effect;
  if (changes.length === 0 && problems.length === 0 && selfTests.length === 0) return null;
  return (
    <Suspense>
      <LazyEffect {...props} />
    </Suspense>
  );
}

/** Its charts stand in the first screen: their room is kept. */
export function CurvesPanel(props: ComponentProps<typeof LazyCurves>) {
  return (
    <Suspense fallback={<PanelSkeleton className="h-96" />}>
      <LazyCurves {...props} />
    </Suspense>
  );
}

/** Of what was measured alone, once it is over. */
export function RepeatsPanel({ run }: ComponentProps<typeof LazyRepeats>) {
  if (isOpenState(run.state) || run.pointsFinished === 0) return null;
  return (
    <Suspense>
      <LazyRepeats run={run} />
    </Suspense>
  );
}

export function NearPeakPanel(props: ComponentProps<typeof LazyNearPeak>) {
  return (
    <Suspense>
      <LazyNearPeak {...props} />
    </Suspense>
  );
}

export function FindingsPanel(props: ComponentProps<typeof LazyFindings>) {
  if (props.run.findings.length === 0) return null;
  return (
    <Suspense>
      <LazyFindings {...props} />
    </Suspense>
  );
}

/** Only a run from a file has them, and then they are most of its page. */
export function ImportedPanels(props: ComponentProps<typeof LazyImported>) {
  return (
    <Suspense fallback={<PanelSkeleton className="h-128" />}>
      <LazyImported {...props} />
    </Suspense>
  );
}

export function DatabasePanel(props: ComponentProps<typeof LazyDatabase>) {
  if (props.run.databasePoints.length === 0) return null;
  return (
    <Suspense>
      <LazyDatabase {...props} />
    </Suspense>
  );
}
