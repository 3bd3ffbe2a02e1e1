import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { RunPage } from "@/features/runs/run/run-page";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Run" };

export default async function BenchmarkRunPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  if (!z.uuid().safeParse(id).success) notFound();
  await load(trpc.run.get.queryOptions({ runId: id }));
  return (
    <Hydrate>
      <RunPage runId={id} />
    </Hydrate>
  );
}
