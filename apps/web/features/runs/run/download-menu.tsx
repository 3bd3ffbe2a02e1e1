import { Download } from "lucide-react";
import { save } from "@/charts/draw/save";
import { toCsv } from "@/charts/prepare/csv";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import { resultsTable } from "./results";
import type { Run } from "./run-detail";

/** The run's results as a file. */
export function DownloadMenu({ run }: { run: Run }) {
  const name = `run-${run.serial ?? run.hostname}-${run.requestedAt.toISOString().slice(0, 10)}`;
  return (
    <Menu
      trigger={
        <Button>
          <Download aria-hidden /> Download
        </Button>
      }
    >
      <MenuItem
        onSelect={() =>
          save(new Blob([`${JSON.stringify(run, null, 2)}\n`], { type: "application/json" }), `${name}.json`)
        }
      >
        JSON, with histograms
      </MenuItem>
      <MenuItem onSelect={() => save(new Blob([toCsv(resultsTable(run))], { type: "text/csv" }), `${name}.csv`)}>
        CSV, one line per point
      </MenuItem>
    </Menu>
  );
}
