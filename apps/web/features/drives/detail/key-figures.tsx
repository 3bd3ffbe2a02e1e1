import { formatCount, formatDataUnits, formatPercent, formatPowerOnHours, formatTemperature } from "@crosspoint/domain";
import { Quantity } from "@/ui/quantity";
import { Stat } from "@/ui/stat";
import type { DriveDetail } from "../drive-detail";

/** The six figures by which a drive is judged at first sight, of its newest sample. */
export function KeyFigures({ drive: { latest } }: { drive: DriveDetail }) {
  if (!latest) return null;
  const { smart } = latest;
  return (
    <section aria-label="Key figures" className="flex flex-wrap gap-x-10 gap-y-3">
      <Stat label="Temperature">
        <Quantity of={formatTemperature(smart.compositeTemperatureKelvin)} />
      </Stat>
      <Stat label="Percentage used">
        <Quantity of={formatPercent(smart.percentageUsed)} />
      </Stat>
      <Stat label="Available spare">
        <Quantity of={formatPercent(smart.availableSparePercent)} />
      </Stat>
      <Stat label="Written">
        <Quantity of={formatDataUnits(BigInt(smart.dataUnitsWritten))} />
      </Stat>
      <Stat label="Media errors">{formatCount(BigInt(smart.mediaErrors))}</Stat>
      <Stat label="Power-on hours">
        <Quantity of={formatPowerOnHours(BigInt(smart.powerOnHours))} />
      </Stat>
    </section>
  );
}
