"use client";

import { Upload } from "lucide-react";
import { useState } from "react";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { DriveChoice } from "./drive-choice";
import { DropZone } from "./drop-zone";
import { FileRow } from "./file-row";
import { isHdrLog, logGroups, progressWords } from "./files";
import { HdrLogFields } from "./hdr-log-fields";
import type { ImportChoice } from "./send-file";
import { useImports } from "./use-imports";

type Imports = ReturnType<typeof useImports>;

/** Results of other tools as runs: files, what is said of them, and what became of each. */
export function ImportResults() {
  const imports = useImports();
  const [choice, setChoice] = useState<ImportChoice>({ driveId: undefined, unit: undefined, direction: undefined });
  const whyNot = useWhyNot("benchmark.import");
  const { files, problem, isSending } = imports;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid min-w-0 gap-4">
        <DropZone
          disabledReason={whyNot ?? (isSending ? "Files are being imported." : undefined)}
          onFiles={imports.add}
        />
        {problem === undefined ? null : <Banner tone="watch" title={problem} />}
        <LogGroups imports={imports} />
        {files.length === 0 ? null : <FilesPanel imports={imports} choice={choice} />}
      </div>
      <Panel title="About these files">
        <div className="grid gap-4">
          <DriveChoice value={choice.driveId} onChange={(driveId) => setChoice({ ...choice, driveId })} />
          {files.some(isHdrLog) ? <HdrLogFields choice={choice} onChange={setChoice} /> : null}
        </div>
      </Panel>
    </div>
  );
}

function ListActions({ imports, choice }: { imports: Imports; choice: ImportChoice }) {
  const { files, isSending } = imports;
  const ready = files.filter(({ state }) => state.kind === "ready").length;
  if (isSending) return <Button onClick={imports.stop}>Stop</Button>;
  return (
    <>
      <Button onClick={imports.clear}>Clear list</Button>
      {ready === 0 ? null : (
        <Button variant="primary" onClick={() => imports.send(choice)}>
          <Upload aria-hidden /> Import {ready} {ready === 1 ? "file" : "files"}
        </Button>
      )}
    </>
  );
}

function FilesPanel({ imports, choice }: { imports: Imports; choice: ImportChoice }) {
  const { files, isSending } = imports;
  return (
    <Panel
      title="Files"
      note={<span role="status">{progressWords(files)}</span>}
      actions={<ListActions imports={imports} choice={choice} />}
      flush
    >
      <ul aria-label="Files">
        {files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            isSending={isSending}
            onRemove={() => imports.remove(file.id)}
            onAgain={() => imports.sendAgain(file, choice)}
          />
        ))}
      </ul>
    </Panel>
  );
}

/** Whether jobs ran together no log says: whoever imports them does. */
function LogGroups({ imports: { files, isSending, join } }: { imports: Imports }) {
  if (isSending) return null;
  return [...logGroups(files)].map(([name, logs]) => (
    <Banner
      key={name}
      tone="info"
      title={`${logs.length} histogram logs of ${name}`}
      action={<Button onClick={() => join(name)}>Add them up</Button>}
    >
      fio writes one for each job. If the jobs did the same at the same time, add them up to one result; otherwise
      import each by itself.
    </Banner>
  ));
}
