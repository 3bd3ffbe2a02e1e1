"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTRPC } from "@/api/client";
import { save } from "@/charts/draw/save";
import { toCsv } from "@/charts/prepare/csv";
import { fetchHistograms } from "@/features/runs/fetch-histograms";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import type { Comparison } from "./entry";
import { comparisonTable } from "./export-table";

/** The comparison as a file. */
export function ExportMenu({ comparison }: { comparison: Comparison }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const saveJson = async () => {
    const histograms = await fetchHistograms(
      comparison.entries.flatMap((entry) => (entry.kind === "measured" ? [entry] : [])),
      (points) => queryClient.fetchQuery(trpc.result.histograms.queryOptions({ points })),
    );
    const text = `${JSON.stringify({ ...comparison, histograms }, null, 2)}\n`;
    save(new Blob([text], { type: "application/json" }), "comparison.json");
  };
  const csv = () => new Blob([toCsv(comparisonTable(comparison.entries))], { type: "text/csv" });
  return (
    <Menu
      trigger={
        <Button>
          <Download aria-hidden /> Download
        </Button>
      }
    >
      <MenuItem onSelect={() => void saveJson()}>JSON, with histograms</MenuItem>
      <MenuItem onSelect={() => save(csv(), "comparison.csv")}>CSV, one line per result</MenuItem>
    </Menu>
  );
}
