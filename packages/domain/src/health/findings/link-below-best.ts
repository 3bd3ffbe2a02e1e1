import { formatPercent } from "../../units/units.ts";
import type { PcieLink } from "../facts.ts";
import type { PerformanceRule } from "../rule.ts";

export const linkBelowBest: PerformanceRule = {
  id: "linkBelowBest",
  judge: ({ link }) => {
    if (link === undefined) return undefined;
    const { now, best } = link;
    const share = (gigatransfers(now.speed) * now.lanes) / (gigatransfers(best.speed) * best.lanes);
    if (!(share < 1)) return undefined;
    return {
      text: `The PCI Express link runs at ${linkText(now)}; the drive supports ${linkText(best)}.`,
      cost: `At most ${formatPercent(Math.round(share * 100)).text} of the link's bandwidth; sequential throughput suffers first.`,
      remedy:
        "Check the slot's wiring and the riser, reseat the drive, and check the slot's speed in the firmware setup.",
    };
  },
};

/** "8.0 GT/s PCIe" is 8; NaN where the kernel says "Unknown". */
function gigatransfers(speed: string): number {
  return Number.parseFloat(speed);
}

function linkText({ speed, lanes }: PcieLink): string {
  return `${speed.replace(/ PCIe$/, "")} ×${lanes}`;
}
