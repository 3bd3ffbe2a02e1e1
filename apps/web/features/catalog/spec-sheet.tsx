import { formatBlockSize, formatThroughput } from "@crosspoint/domain";
import type { ReactNode } from "react";
import type { Outputs } from "@/api/client";
import { Figure } from "@/features/published/figure";
import { SourceLink } from "@/features/published/source-link";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";

type Detail = Outputs["catalog"]["model"];
type Model = Detail["model"];

/** What is known of the model: what it is, and what its vendor rates it for. */
export function SpecSheet({ detail: { model, source } }: { detail: Detail }) {
  return (
    <Panel title="Spec sheet" note={source ? <SourceLink source={source} /> : undefined}>
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-2">
        <Facts title="Construction" entries={physicalFacts(model)} />
        <Facts
          title="Rated by the vendor"
          entries={[
            ...ratedFacts(model),
            ...model.ratedFigures.map(
              ({ key, label, value, unit, bound }) =>
                [label, <Figure key={key} value={value} unit={unit} bound={bound} />] as const,
            ),
          ]}
        />
      </div>
      {model.notes.length > 0 ? (
        <ul className="mt-4 list-disc pl-4 text-table">
          {model.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}

type Fact = readonly [term: string, value: ReactNode];

function Facts({ title, entries }: { title: string; entries: readonly Fact[] }) {
  const stated = entries.filter(([, value]) => value !== undefined);
  if (stated.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 font-medium">{title}</h3>
      <DefinitionList>
        {stated.map(([term, value]) => (
          <Definition key={term} term={term}>
            {value}
          </Definition>
        ))}
      </DefinitionList>
    </section>
  );
}

function physicalFacts(model: Model): Fact[] {
  const { nvmeQueuesTotal, flashChannelsMax, powerLossProtection } = model;
  return [
    ["Medium", model.medium],
    ["Controller", model.controller],
    ["Interface", model.interface],
    ["Form factors", model.formFactors.join(", ") || undefined],
    ["Model numbers", model.modelNumbers.join(", ") || undefined],
    ["NVMe queues", nvmeQueuesTotal === undefined ? undefined : `${nvmeQueuesTotal}, including the admin queue`],
    ["Flash channels", flashChannelsMax === undefined ? undefined : `up to ${flashChannelsMax}`],
    ["LBA formats", model.sectorFormats],
    ["Optimal transfer", sizeWords(model.optimalTransferBytes)],
    ["Max transfer", sizeWords(model.maxTransferBytesPerCommand)],
    ["Power governor", model.powerGovernorWatts.length > 0 ? `${model.powerGovernorWatts.join(" W, ")} W` : undefined],
    ["Power-loss protection", powerLossProtection === undefined ? undefined : powerLossProtection ? "yes" : "no"],
  ];
}

function ratedFacts({ enduranceDriveWritesPerDay, warrantyYears, wear }: Model): Fact[] {
  return [
    [
      "Endurance",
      enduranceDriveWritesPerDay === undefined ? undefined : `${enduranceDriveWritesPerDay} drive writes per day`,
    ],
    ["Warranty", warrantyYears === undefined ? undefined : `${warrantyYears} years`],
    [
      "At end of life",
      wear === undefined
        ? undefined
        : `writes are limited to ${formatThroughput(wear.writeProtectWriteBytesPerSecond).text} at ${wear.writeProtectPercentageUsed} % used; data is retained ${wear.retentionUnpoweredMonthsAtEndOfLife} months without power`,
    ],
  ];
}

function sizeWords(bytes: number | undefined): string | undefined {
  return bytes === undefined ? undefined : formatBlockSize(bytes).text;
}
