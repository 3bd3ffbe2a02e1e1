"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Dialog } from "@/ui/dialog";
import { NotKnown } from "@/ui/quantity";
import { Skeleton } from "@/ui/skeleton";

interface FirmwareDialogProps {
  readonly drive: { readonly id: string; readonly serial: string };
  readonly onClose: () => void;
}

const impacts = {
  dataLoss: "Data loss",
  hang: "The drive hangs",
  wear: "Wear",
  function: "Function",
  performance: "Performance",
} as const;

/** What others had trouble with in the firmware of a drive, who says so, and which version mends it. */
export function FirmwareDialog({ drive, onClose }: FirmwareDialogProps) {
  const { data, error, refetch } = useQuery(useTRPC().health.firmwareOfDrive.queryOptions({ driveId: drive.id }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Firmware of ${drive.serial}`}
      description={data ? `${data.model}, firmware ${data.firmware}` : undefined}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="h-40" /> : null}
      {data?.notices.length === 0 ? <p>There is no notice on this firmware any more.</p> : null}
      <ul className="grid gap-5">
        {data?.notices.map(({ id, text, impact, fixed, source }) => (
          <li key={id} className="grid gap-2">
            <p>{text}</p>
            <DefinitionList>
              <Definition term="Impact">{impacts[impact]}</Definition>
              <Definition term="Fixed in">{fixed ?? <NotKnown why="not named" />}</Definition>
              <Definition term="Source">
                <a
                  href={source.url}
                  target="_blank"
                  rel="noreferrer"
                  className="wrap-anywhere text-accent underline underline-offset-2"
                >
                  {source.publisher}
                </a>
              </Definition>
            </DefinitionList>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
