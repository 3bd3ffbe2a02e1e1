import { formatBytes } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";
import { Figure } from "@/features/published/figure";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { capacityWord } from "./models-table";

type Model = Outputs["catalog"]["model"]["model"];

/** What differs by capacity. */
export function CapacitiesPanel({ model }: { model: Model }) {
  if (model.capacities.length === 0) return null;
  const labels = [
    ...new Map(model.capacities.flatMap(({ ratedFigures }) => ratedFigures.map(({ key, label }) => [key, label]))),
  ];
  const facts = factColumns.filter(({ of }) => model.capacities.some((capacity) => of(capacity) !== undefined));
  return (
    <Panel title="Capacities" flush>
      <Table label="Capacities of the model" stacked>
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
              {labels.map(([key, label]) => {
                const figure = capacity.ratedFigures.find((each) => each.key === key);
                return (
                  <Cell key={key} number label={label}>
                    {figure ? (
                      <Figure value={figure.value} unit={figure.unit} bound={figure.bound} />
                    ) : (
                      <NotKnown why="not stated" />
                    )}
                  </Cell>
                );
              })}
              {facts.map(({ name, of }) => (
                <Cell key={name} number label={name}>
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
