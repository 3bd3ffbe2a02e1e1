import { CircleDot } from "lucide-react";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import type { DriveDetail } from "../drive-detail";

type Details = NonNullable<DriveDetail["details"]>;

/** Firmware slots, write cache, and what a format or sanitize can do here. */
export function FirmwarePanel({ details }: { details: Details }) {
  const { firmware, erase } = details;
  return (
    <Panel title="Firmware and erase">
      <DefinitionList>
        <Definition term="Firmware slots">
          {firmware ? <Slots firmware={firmware} /> : <NotKnown why="could not be read" />}
        </Definition>
        <Definition term="Activation">
          {firmware ? firmware.activatesWithoutReset ? "without a reset" : "at the next reset" : <NotKnown />}
        </Definition>
        <Definition term="Write cache">
          {details.writeCacheEnabled === undefined ? "none" : details.writeCacheEnabled ? "on" : "off"}
        </Definition>
        <Definition term="Format">{erase.format ? formatWords(erase) : "not supported"}</Definition>
        <Definition term="Sanitize">{sanitizeWords(erase)}</Definition>
        {details.unread.length > 0 ? (
          <Definition term="Not read">
            <ul className="grid gap-1">
              {details.unread.map((line) => (
                <li key={line} className="break-words font-mono">
                  {line}
                </li>
              ))}
            </ul>
          </Definition>
        ) : null}
      </DefinitionList>
    </Panel>
  );
}

function Slots({ firmware }: { firmware: NonNullable<Details["firmware"]> }) {
  return (
    <span className="flex flex-wrap gap-x-5 gap-y-1">
      {firmware.slots.map(({ slot, revision }) => (
        <span key={slot} className="inline-flex items-center gap-1.5">
          <span className="text-muted">{slot}</span> <span className="font-mono">{revision}</span>
          {slot === firmware.activeSlot ? <Badge icon={CircleDot} word="Active" tone="accent" plain /> : null}
          {slot === firmware.nextSlot ? <span className="text-muted">after the next reset</span> : null}
        </span>
      ))}
      <span className="text-muted">of {firmware.slotCount}</span>
    </span>
  );
}

function formatWords(erase: Details["erase"]): string {
  const scope = erase.formatAllNamespaces ? "all namespaces at once" : "one namespace";
  return `${scope}${erase.formatCryptoErase ? ", cryptographic erase too" : ""}`;
}

function sanitizeWords(erase: Details["erase"]): string {
  const ways = [
    erase.sanitizeBlockErase ? "block erase" : "",
    erase.sanitizeCryptoErase ? "cryptographic erase" : "",
    erase.sanitizeOverwrite ? "overwrite" : "",
  ].filter((way) => way !== "");
  return ways.join(", ") || "not supported";
}
