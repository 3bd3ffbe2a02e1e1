import { Ban, Check } from "lucide-react";
import type { Outputs } from "@/api/client";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { hostsText } from "./hosts-text";

type Preview = Outputs["host"]["previewUpgrade"];

/** Each host: which version it will have, or why nothing is done. */
export function UpgradePreview({ preview: { hosts } }: { preview: Preview }) {
  const will = hosts.filter(({ to }) => to !== undefined);
  const wont = hosts.filter(({ to }) => to === undefined);
  return (
    <section aria-label="Preview" className="grid gap-2">
      <p role="status">
        {hostsText(will.length)} will be upgraded{wont.length === 0 ? "" : `, ${hostsText(wont.length)} won't`}
      </p>
      <div className="max-h-80 overflow-y-auto rounded-md border">
        <Table label="Hosts to upgrade" stacked>
          <TableHead>
            <HeadCell>Host</HeadCell>
            <HeadCell>What happens</HeadCell>
          </TableHead>
          <tbody>
            {[...will, ...wont].map((host) => (
              <Row key={host.hostId}>
                <Cell className="wrap-anywhere">{host.hostname}</Cell>
                <Cell className="wrap-anywhere">
                  <WhatHappens host={host} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}

function WhatHappens({ host: { agentVersion, to, whyNot } }: { host: Preview["hosts"][number] }) {
  if (to !== undefined) {
    return (
      <>
        <Check className="mr-1.5 inline size-4 text-good" aria-hidden />
        <span className="sr-only">Will: </span>
        <span className="font-mono">
          {agentVersion} → {to}
        </span>
      </>
    );
  }
  return (
    <>
      <Ban className="mr-1.5 inline size-4 text-muted" aria-hidden />
      <span className="sr-only">Won't: </span>
      {whyNot?.message} <span className="text-muted">{whyNot?.remedy}</span>
    </>
  );
}
