import type { Metadata } from "next";
import { RunPage } from "@/features/runs/run/run-page";
import { idOfPage, titled } from "@/server/object-page";
import { Hydrate, load, read, trpc } from "@/server/trpc";

interface RunRouteProps {
  readonly params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: RunRouteProps): Promise<Metadata> {
  const run = await read(trpc.run.get.queryOptions({ runId: await idOfPage(params) }));
  // A result from a file may name neither.
  return titled(run && [run.planName, run.serial || run.hostname].filter(Boolean).join(", "));
}

export default async function BenchmarkRunPage({ params }: RunRouteProps) {
  const id = await idOfPage(params);
  await load(trpc.run.get.queryOptions({ runId: id }));
  return (
    <Hydrate>
      <RunPage runId={id} />
    </Hydrate>
  );
}
