"use client";

import { Download } from "lucide-react";
import { save } from "@/charts/draw/save";
import { toCsv } from "@/charts/prepare/csv";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import type { Comparison } from "./compared";
import { comparisonTable } from "./export-table";

/** The comparison as a file. Pictures are taken from each chart. */
export function ExportMenu({ comparison }: { comparison: Comparison }) {
  const json = () => new Blob([`${JSON.stringify(comparison, null, 2)}\n`], { type: "application/json" });
  const csv = () => new Blob([toCsv(comparisonTable(comparison))], { type: "text/csv" });
  return (
    <Menu
      trigger={
        <Button>
          <Download aria-hidden /> Download
        </Button>
      }
    >
      <MenuItem onSelect={() => save(json(), "comparison.json")}>JSON, all of it</MenuItem>
      <MenuItem onSelect={() => save(csv(), "comparison.csv")}>CSV, one line per point and series</MenuItem>
    </Menu>
  );
}
