import { formatBlockSize, formatBytes } from "@crosspoint/domain";
import { CircleDot, Layers, Lock } from "lucide-react";
import { Fragment } from "react";
import { cn } from "@/ui/classes";
import { Copyable } from "@/ui/copy-button";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { DriveDetail } from "../drive-detail";

type Namespace = DriveDetail["namespaces"][number];
/** Identify Namespace, relative performance of an LBA format. */
const useWords = {
  disk: "whole namespace",
  partition: "partition",
  lvm: "logical volume",
  crypt: "encrypted",
  md: "array",
  deviceMapper: "device mapper",
  other: "device",
} as const;
const performances = ["best", "better", "good", "degraded"] as const;

/** Namespaces, why one may not be written now, and the LBA formats of each. */
export function NamespacesPanel({ drive }: { drive: DriveDetail }) {
  if (drive.namespaces.length === 0) {
    return (
      <Panel title="Namespaces">
        <EmptyState icon={Layers} title="No namespaces reported">
          The drive has none, or its last inventory could not be read.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel flush title="Namespaces and LBA formats">
      {drive.namespaces.map((namespace) => (
        <Fragment key={namespace.nsid}>
          <NamespaceHead namespace={namespace} />
          <Uses namespace={namespace} />
          <LbaFormats namespace={namespace} />
        </Fragment>
      ))}
    </Panel>
  );
}

function NamespaceHead({ namespace }: { namespace: Namespace }) {
  const { nsid, path, sizeBytes, utilizationBytes, eui64, nguid, inUse, scheduler } = namespace;
  return (
    <div className="grid gap-1 border-b px-4 py-2.5 text-table">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-medium">Namespace {nsid}</span>
        {path ? <Copyable text={path} what="path" /> : <span className="text-muted">no block device</span>}
        <span>
          <Quantity of={formatBytes(BigInt(sizeBytes))} exact={`${sizeBytes} bytes`} />
          {utilizationBytes === undefined ? null : (
            <>
              , <Quantity of={formatBytes(BigInt(utilizationBytes))} exact={`${utilizationBytes} bytes`} /> utilized
            </>
          )}
        </span>
        {scheduler ? (
          <span>
            <span className="text-muted">scheduler</span> {scheduler}
          </span>
        ) : null}
      </div>
      {eui64 || nguid ? (
        <div className="flex flex-wrap items-center gap-x-4 text-muted">
          {eui64 ? (
            <span className="inline-flex items-center gap-1.5">
              EUI64 <Copyable text={eui64} what="EUI64" />
            </span>
          ) : null}
          {nguid ? (
            <span className="inline-flex items-center gap-1.5">
              NGUID <Copyable text={nguid} what="NGUID" />
            </span>
          ) : null}
        </div>
      ) : null}
      {inUse.length > 0 ? (
        <div className="flex flex-wrap items-baseline gap-x-2">
          <Badge icon={Lock} word="May not be written" tone="watch" />
          <span>{inUse.join("; ")}</span>
        </div>
      ) : null}
    </div>
  );
}

/** What sits on the namespace: partitions, volumes, file systems, swap. */
function Uses({ namespace }: { namespace: Namespace }) {
  const uses = (namespace.uses ?? []).filter(({ kind, mounts, swap }) => kind !== "disk" || mounts.length > 0 || swap);
  if (uses.length === 0) return null;
  return (
    <ul className="grid gap-1 border-b px-4 py-2.5 text-table" aria-label={`What sits on namespace ${namespace.nsid}`}>
      {uses.map((use) => (
        <li key={use.device} className="flex flex-wrap items-center gap-x-3">
          <span className="font-mono">{use.device}</span>
          <span className="text-muted">
            {useWords[use.kind]}
            {use.name ? ` ${use.name}` : ""}
          </span>
          <Quantity of={formatBytes(BigInt(use.sizeBytes))} exact={`${use.sizeBytes} bytes`} />
          {use.mounts.map(({ path, fileSystem }) => (
            <span key={path}>
              {fileSystem || "mounted"} on <span className="font-mono">{path}</span>
            </span>
          ))}
          {use.swap ? <span>swap</span> : null}
        </li>
      ))}
    </ul>
  );
}

function LbaFormats({ namespace }: { namespace: Namespace }) {
  if (namespace.lbaFormats.length === 0) {
    return <p className="px-4 py-2.5 text-muted text-table">LBA formats not read yet.</p>;
  }
  return (
    <Table label={`LBA formats of namespace ${namespace.nsid}`} stacked>
      <TableHead>
        <HeadCell>Format</HeadCell>
        <HeadCell number>Data</HeadCell>
        <HeadCell number>Metadata</HeadCell>
        <HeadCell>Performance</HeadCell>
      </TableHead>
      <tbody>
        {namespace.lbaFormats.map((format) => {
          const current = format.index === namespace.currentLbaFormat;
          return (
            <Row key={format.index} className={cn("max-sm:grid-cols-2", current && "bg-accent-soft")}>
              <Cell>
                <span className="mr-2">{format.index}</span>
                {current ? <Badge icon={CircleDot} word="Current" tone="accent" plain /> : null}
              </Cell>
              <Cell number label="Data">
                <Quantity of={formatBlockSize(format.dataBytes)} exact={`${format.dataBytes} bytes`} />
              </Cell>
              <Cell number label="Metadata">
                <Quantity of={formatBlockSize(format.metadataBytes)} />
              </Cell>
              <Cell label="Performance">{performances[format.relativePerformance] ?? <NotKnown />}</Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
