"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTRPC } from "@/api/client";
import { save } from "@/charts/draw/save";
import { toCsv } from "@/charts/prepare/csv";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import { fetchHistograms } from "../fetch-histograms";
import { resultsTable } from "./results";
import type { Run } from "./run-detail";

/** The run's results as a file. */
export function DownloadMenu({ run }: { run: Run }) {
  const name = `run-${run.serial ?? run.hostname}-${run.requestedAt.toISOString().slice(0, 10)}`;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const saveWithHistograms = async () => {
    const measured = run.points.filter(({ directions, isStreamed }) => directions.length > 0 && !isStreamed);
    const histograms = await fetchHistograms(
      measured.map(({ sequence }) => ({ runId: run.id, sequence })),
      (points) => queryClient.fetchQuery(trpc.result.histograms.queryOptions({ points })),
    );
    save(
      new Blob([`${JSON.stringify({ ...run, histograms }, null, 2)}\n`], { type: "application/json" }),
      `${name}.json`,
    );
  };
  return (
    <Menu
      trigger={
        <Button>
          <Download aria-hidden /> Download
        </Button>
      }
    >
      <MenuItem onSelect={() => void saveWithHistograms()}>JSON, with histograms</MenuItem>
      <MenuItem onSelect={() => save(new Blob([toCsv(resultsTable(run))], { type: "text/csv" }), `${name}.csv`)}>
        CSV, one line per point
      </MenuItem>
    </Menu>
  );
}
