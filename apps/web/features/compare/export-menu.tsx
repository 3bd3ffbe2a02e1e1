import { Download } from "lucide-react";
import { save } from "@/charts/draw/save";
import { toCsv } from "@/charts/prepare/csv";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import type { Comparison } from "./entry";
import { comparisonTable } from "./export-table";

/** The comparison as a file. */
export function ExportMenu({ comparison }: { comparison: Comparison }) {
  const json = () => new Blob([`${JSON.stringify(comparison, null, 2)}\n`], { type: "application/json" });
  const csv = () => new Blob([toCsv(comparisonTable(comparison.entries))], { type: "text/csv" });
  return (
    <Menu
      trigger={
        <Button>
          <Download aria-hidden /> Download
        </Button>
      }
    >
      <MenuItem onSelect={() => save(json(), "comparison.json")}>JSON, with histograms</MenuItem>
      <MenuItem onSelect={() => save(csv(), "comparison.csv")}>CSV, one line per result</MenuItem>
    </Menu>
  );
}
