import { formatBlockSize, formatBytes, formatThroughput } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { Figure } from "./figure";
import { capacityWord } from "./models-table";
import { SourceLink } from "./source-link";

type Detail = Outputs["catalog"]["model"];
type Model = Detail["model"];

/** What the maker says of the model, as far as the source tells it. */
export function SpecSheet({ detail: { model, source } }: { detail: Detail }) {
  return (
    <Panel title="Spec sheet" note={source ? <SourceLink source={source} /> : undefined}>
      <DefinitionList>
        {entriesOf(model)
          .filter(([, value]) => value !== undefined)
          .map(([term, value]) => (
            <Definition key={term} term={term}>
              {value}
            </Definition>
          ))}
        {model.ratedFigures.map((figure) => (
          <Definition key={figure.key} term={figure.label}>
            <Figure value={figure.value} unit={figure.unit} bound={figure.bound} />
          </Definition>
        ))}
      </DefinitionList>
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

function entriesOf(model: Model): (readonly [string, string | undefined])[] {
  const { wear } = model;
  return [
    ["Medium", model.medium],
    ["Controller", model.controller],
    ["Interface", model.interface],
    ["Form factors", model.formFactors.join(", ") || undefined],
    ["Model numbers", model.modelNumbers.join(", ") || undefined],
    [
      "NVMe queues",
      model.nvmeQueuesTotal === undefined ? undefined : `${model.nvmeQueuesTotal}, the admin queue included`,
    ],
    ["Flash channels", model.flashChannelsMax === undefined ? undefined : `at most ${model.flashChannelsMax}`],
    ["Sector formats", model.sectorFormats],
    [
      "Best transfer",
      model.optimalTransferBytes === undefined ? undefined : formatBlockSize(model.optimalTransferBytes).text,
    ],
    [
      "Largest transfer",
      model.maxTransferBytesPerCommand === undefined
        ? undefined
        : `${formatBlockSize(model.maxTransferBytesPerCommand).text} per command`,
    ],
    ["Power governor", model.powerGovernorWatts.length > 0 ? `${model.powerGovernorWatts.join(" W, ")} W` : undefined],
    [
      "Endurance",
      model.enduranceDriveWritesPerDay === undefined
        ? undefined
        : `${model.enduranceDriveWritesPerDay} drive writes per day`,
    ],
    ["Warranty", model.warrantyYears === undefined ? undefined : `${model.warrantyYears} years`],
    [
      "Power-loss protection",
      model.powerLossProtection === undefined ? undefined : model.powerLossProtection ? "yes" : "no",
    ],
    [
      "At the end of its life",
      wear === undefined
        ? undefined
        : `writes are throttled to ${formatThroughput(wear.writeProtectWriteBytesPerSecond).text} at ${wear.writeProtectPercentageUsed} % used; data is kept ${wear.retentionUnpoweredMonthsAtEndOfLife} months without power`,
    ],
  ];
}

/** What differs by capacity. */
export function CapacitiesPanel({ model }: { model: Model }) {
  if (model.capacities.length === 0) return null;
  const labels = [
    ...new Map(model.capacities.flatMap(({ ratedFigures }) => ratedFigures.map(({ key, label }) => [key, label]))),
  ];
  const facts = factColumns.filter(({ of }) => model.capacities.some((capacity) => of(capacity) !== undefined));
  return (
    <Panel title="Capacities" flush>
      <Table label="Capacities of the model">
        <TableHead>
          <HeadCell>Capacity</HeadCell>
          {labels.map(([key, label]) => (
            <HeadCell key={key} number>
              {label}
            </HeadCell>
          ))}
          {facts.map(({ name }) => (
            <HeadCell key={name} number>
              {name}
            </HeadCell>
          ))}
        </TableHead>
        <tbody>
          {model.capacities.map((capacity) => (
            <Row key={capacity.capacityGb}>
              <Cell className="whitespace-nowrap font-medium">{capacityWord(capacity.capacityGb)}</Cell>
              {labels.map(([key]) => {
                const figure = capacity.ratedFigures.find((each) => each.key === key);
                return (
                  <Cell key={key} number>
                    {figure ? (
                      <Figure value={figure.value} unit={figure.unit} bound={figure.bound} />
                    ) : (
                      <NotKnown why="not stated" />
                    )}
                  </Cell>
                );
              })}
              {facts.map(({ name, of }) => (
                <Cell key={name} number>
                  {of(capacity) ?? <NotKnown why="not stated" />}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

type Capacity = Model["capacities"][number];

const factColumns: readonly { readonly name: string; readonly of: (capacity: Capacity) => string | undefined }[] = [
  {
    name: "Endurance",
    of: ({ enduranceBytesWritten: bytes }) => (bytes === undefined ? undefined : formatBytes(bytes).text),
  },
  { name: "Raw", of: ({ rawGb }) => (rawGb === undefined ? undefined : capacityWord(rawGb)) },
  {
    name: "Spare",
    of: ({ spareGb, sparePercent }) => (spareGb === undefined ? undefined : `${spareGb} GB (${sparePercent ?? "?"} %)`),
  },
  { name: "Active, reading", of: ({ activePowerReadWatts: watts }) => wattWords(watts) },
  { name: "Active, writing", of: ({ activePowerWriteWatts: watts }) => wattWords(watts) },
  { name: "Idle", of: ({ idlePowerWatts: watts }) => wattWords(watts) },
  {
    name: "Price",
    of: ({ listPriceUsd, averagePriceEur }) =>
      listPriceUsd !== undefined
        ? `$${listPriceUsd} list`
        : averagePriceEur === undefined
          ? undefined
          : `€${averagePriceEur} average`,
  },
];

function wattWords(watts: number | undefined): string | undefined {
  return watts === undefined ? undefined : `${watts} W`;
}
