import { formatBytes } from "@crosspoint/domain";
import Link from "next/link";
import { Copyable } from "@/ui/copy-button";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { ExactTime } from "@/ui/time";
import type { DriveDetail } from "../drive-detail";

const hexDigits = 4;
const notRead = "Identify Controller has not been read yet";

/** What the drive is, wherever it is plugged in. */
export function IdentityPanel({ drive }: { drive: DriveDetail }) {
  const { controller } = drive;
  const vendor = `0x${drive.pciVendorId.toString(16).padStart(hexDigits, "0")}`;
  return (
    <Panel title="Identity">
      <DefinitionList>
        <Definition term="Model">
          <span className="flex flex-wrap gap-x-3">
            <Copyable text={drive.model} what="model" />
            {drive.catalogModel ? (
              <Link href={`/catalog/${drive.catalogModel.id}`} className="text-accent hover:underline">
                {drive.catalogModel.name}
              </Link>
            ) : null}
          </span>
        </Definition>
        <Definition term="Serial">
          <Copyable text={drive.serial} what="serial" />
        </Definition>
        <Definition term="Firmware">
          <Copyable text={drive.firmware} what="firmware revision" />
        </Definition>
        <Definition term="PCI vendor">
          <span className="font-mono">{vendor}</span>
        </Definition>
        <Definition term="Capacity">
          {drive.capacityBytes === null ? (
            <NotKnown />
          ) : (
            <Quantity of={formatBytes(drive.capacityBytes)} exact={`${drive.capacityBytes} bytes`} />
          )}
        </Definition>
        <Definition term="NVMe version">{controller?.nvmeVersion ?? <NotKnown why={notRead} />}</Definition>
        <Definition term="Subsystem NQN">
          {controller?.subsystemNqn ? (
            <Copyable text={controller.subsystemNqn} what="subsystem NQN" />
          ) : (
            <NotKnown why={controller ? "not reported" : notRead} />
          )}
        </Definition>
        <Definition term="Volatile write cache">
          {controller ? controller.volatileWriteCache ? "Present" : "None" : <NotKnown why={notRead} />}
        </Definition>
        {drive.siblings.map((sibling) => (
          <Definition key={sibling.id} term="Same card">
            <Link href={`/drives/${sibling.id}`} className="font-mono text-accent hover:underline">
              {sibling.serial}
            </Link>{" "}
            <span className="text-muted">{sibling.controllerName}, its other controller</span>
          </Definition>
        ))}
        <Definition term="First seen">
          <ExactTime time={drive.firstSeenAt} />
        </Definition>
      </DefinitionList>
    </Panel>
  );
}
