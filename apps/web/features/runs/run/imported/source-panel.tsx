import { formatBytes } from "@crosspoint/domain";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { Quantity } from "@/ui/quantity";
import { ExactTime } from "@/ui/time";
import { RemarkList } from "../../remark-list";
import { toolWords } from "../../tool-words";
import type { Run } from "../run-detail";
import type { Imported } from "./imported-point";

const formats: Readonly<Record<string, string>> = {
  fioJson: "fio JSON",
  fioHistogramLog: "fio histogram log",
  hdrLog: "HdrHistogram log",
  crosspoint: "Crosspoint export",
};

/** The file that the run comes from, what of it was not taken, and what is doubtful of it. */
export function SourcePanel({ run, imported }: { run: Run; imported: Imported }) {
  const { fileName, fileBytes, format, refused, warnings } = imported;
  return (
    <Panel title="Imported file" note="not measured by an agent of this server">
      <div className="grid gap-3">
        <DefinitionList>
          {run.tool === undefined ? null : <Definition term="Tool">{toolWords(run.tool)}</Definition>}
          <Definition term="File">
            <span className="wrap-anywhere font-mono">{fileName}</span>, <Quantity of={formatBytes(fileBytes)} />
          </Definition>
          <Definition term="Format">{formats[format] ?? format}</Definition>
          <Definition term="Imported">
            <ExactTime time={run.requestedAt} />
            {run.requestedBy ? ` by ${run.requestedBy}` : ""}
          </Definition>
        </DefinitionList>
        <RemarkList title="Not imported" remarks={refused} />
        <RemarkList title="Warnings" remarks={warnings} />
      </div>
    </Panel>
  );
}
