import { WORN_PERCENT } from "@crosspoint/domain";
import { Split } from "lucide-react";
import Link from "next/link";
import { Badge } from "@/ui/status";
import type { DriveEntry } from "./drive-columns";

/** What the cells of the table and the entries of the list say alike. */
export const never = "no sample yet";

/** Covers its row: a click opens, a middle click opens a tab. */
export function DriveLink({ drive }: { drive: DriveEntry }) {
  return (
    <Link
      href={`/drives/${drive.id}`}
      prefetch={false}
      data-open
      className="font-mono after:absolute after:inset-0 hover:underline"
    >
      {drive.serial}
    </Link>
  );
}

/** Where there is no room for the word, it is the hint's and a screen reader's. */
export function Contested({ wordless = false }: { wordless?: boolean }) {
  const hint = "Contested: another host reports this drive too; settle on its page which host has it.";
  return (
    <span className="relative z-10 mr-1 shrink-0 self-center" title={hint}>
      {wordless ? (
        <Split className="size-3.5 text-watch" role="img" aria-label="contested" />
      ) : (
        <Badge icon={Split} word="contested" tone="watch" plain />
      )}
    </span>
  );
}

/** "not in any host, last in storage-01". */
export function nowhere({ lastHostname }: DriveEntry): string {
  return lastHostname === undefined ? "not in any host" : `not in any host, last in ${lastHostname}`;
}

const standsOut = "font-medium text-watch";

/** A drive whose rating is nearly used up stands out; it is worth watching, not a failure. */
export function wornClass(percent: number): string {
  return percent >= WORN_PERCENT ? standsOut : "";
}

interface Warmth {
  readonly temperatureKelvin?: number | null | undefined;
  /** From where on it warns, where it tells. */
  readonly warningKelvin?: number | null | undefined;
}

/** As does one that is at its own warning temperature. */
export function hotClass({ temperatureKelvin, warningKelvin }: Warmth): string {
  const isHot = temperatureKelvin != null && warningKelvin != null && temperatureKelvin >= warningKelvin;
  return isHot ? standsOut : "";
}

const lifecycleTexts: Readonly<Record<string, string>> = { inService: "In service" };

/** "In service", "Retired". */
export function lifecycleText(lifecycle: string): string {
  return lifecycleTexts[lifecycle] ?? `${lifecycle.charAt(0).toUpperCase()}${lifecycle.slice(1)}`;
}

const wearEndTexts: Readonly<Record<string, string>> = {
  reached: "Limit reached",
  later: "Later, or never at this rate",
  notEnoughData: "Not enough data yet",
};

/** "2026-11", "Limit reached". */
export function wearEndText(ends: string): string {
  return wearEndTexts[ends] ?? ends;
}
