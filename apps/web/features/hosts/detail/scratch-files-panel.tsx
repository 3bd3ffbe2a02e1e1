"use client";

import { formatBytes } from "@crosspoint/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileBox, FilePlus, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Panel } from "@/ui/panel";
import { Quantity } from "@/ui/quantity";
import { Select } from "@/ui/select";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { toast } from "@/ui/toast";
import type { HostDetail } from "../host-detail";

const GIB = 1 << 30;
const sizes = [1, 2, 4, 8, 16, 64].map((count) => ({ value: String(count * GIB), label: `${count} GiB` }));

/** Files made for benchmarks, so that trying one needs no drive. */
export function ScratchFilesPanel({ host }: { host: HostDetail }) {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot("host.scratchFile");
  const actions = (
    <Button size="small" disabledReason={whyNot} onClick={() => setOpen(true)}>
      <FilePlus aria-hidden /> {host.scratchFiles.length === 0 ? "Create…" : "Recreate…"}
    </Button>
  );
  return (
    <Panel flush={host.scratchFiles.length > 0} title="Scratch files" actions={actions}>
      {host.scratchFiles.length === 0 ? (
        <p className="flex items-start gap-2 text-muted">
          <FileBox className="mt-0.5 size-4 shrink-0" aria-hidden />
          No scratch files. Create one to try a benchmark without touching a drive.
        </p>
      ) : (
        <ScratchFilesTable host={host} whyNot={whyNot} />
      )}
      {open ? <MakeDialog host={host} onClose={() => setOpen(false)} /> : null}
    </Panel>
  );
}

function ScratchFilesTable({ host, whyNot }: { host: HostDetail; whyNot: string | undefined }) {
  const remove = useAsked(useMutation(useTRPC().host.removeScratchFile.mutationOptions()), host);
  return (
    <Table label="Scratch files" stacked>
      <TableHead>
        <HeadCell>Path</HeadCell>
        <HeadCell number>Size</HeadCell>
        <HeadCell>File system</HeadCell>
        <HeadCell>
          <span className="sr-only">Action</span>
        </HeadCell>
      </TableHead>
      <tbody>
        {host.scratchFiles.map((file) => (
          <Row key={file.id}>
            <Cell>
              <span className="inline-flex items-center gap-0.5">
                <span className="break-all font-mono">{file.path}</span>
                <CopyButton text={file.path} what="path" />
              </span>
            </Cell>
            <Cell number>
              <Quantity of={formatBytes(file.sizeBytes)} exact={`${file.sizeBytes} bytes`} />
            </Cell>
            <Cell>{file.fileSystem}</Cell>
            <Cell number>
              <span className="inline-flex items-center gap-3">
                <Link href={`/benchmarks/new?target=file.${file.id}`} className="text-accent hover:underline">
                  Benchmark
                </Link>
                <Button
                  size="icon-small"
                  variant="ghost"
                  aria-label={`Remove ${file.path}`}
                  disabledReason={whyNot}
                  busy={remove.isPending}
                  onClick={() => remove.ask({ scratchFileId: file.id })}
                >
                  <Trash2 aria-hidden />
                </Button>
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function MakeDialog({ host, onClose }: { host: HostDetail; onClose: () => void }) {
  const [size, setSize] = useState(String(GIB));
  const make = useAsked(useMutation(useTRPC().host.createScratchFile.mutationOptions()), host, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Create a scratch file on ${host.hostname}`}
      description="The host's own configuration sets its path. It is filled with random data, which takes a few seconds per GiB, and replaces an existing one."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={make.isPending}
            onClick={() => make.ask({ hostId: host.id, sizeBytes: Number(size) })}
          >
            Create scratch file
          </Button>
        </>
      }
    >
      <Field label="Size" hint="The host refuses a size that leaves less than 5 % of its file system free.">
        <Select value={size} onValueChange={setSize} options={sizes} />
      </Field>
    </Dialog>
  );
}

interface Mutation<Input> {
  readonly isPending: boolean;
  readonly mutate: (input: Input, options: { onSuccess: () => void; onError: (error: unknown) => void }) => void;
}

/** The agent is asked; what becomes of it stands among the host's commands. */
function useAsked<Input>({ isPending, mutate }: Mutation<Input>, host: HostDetail, done?: () => void) {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const ask = (input: Input) =>
    mutate(input, {
      onSuccess: () => {
        toast.success(`Sent to ${host.hostname}.`);
        done?.();
        void queryClient.invalidateQueries({ queryKey: trpc.host.pathKey() });
      },
      onError: (error) => toast.error(refusalOf(error).message, { description: refusalOf(error).remedy }),
    });
  return { isPending, ask };
}
