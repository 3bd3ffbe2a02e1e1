import { formatCount } from "@crosspoint/domain";
import Link from "next/link";
import type { Outputs } from "@/api/client";
import { NotKnown } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";

type Model = Outputs["catalog"]["models"][number];

export function ModelsTable({ models }: { models: readonly Model[] }) {
  return (
    <Table label="Drive models" stacked="many">
      <TableHead>
        <HeadCell>Model</HeadCell>
        <HeadCell>Medium</HeadCell>
        <HeadCell>Interface</HeadCell>
        <HeadCell>Capacities</HeadCell>
        <HeadCell number title="Rated drive writes per day" className="whitespace-normal">
          Drive writes per day
        </HeadCell>
        <HeadCell number className="whitespace-normal">
          Published results
        </HeadCell>
        <HeadCell number className="whitespace-normal">
          In the fleet
        </HeadCell>
      </TableHead>
      <tbody>
        {models.map(({ model, publishedRows, drivesInFleet }) => (
          <Row key={model.id} className="hover:bg-hover">
            <Cell className="min-w-44">
              <Link href={`/catalog/${model.id}`} className="font-medium hover:underline">
                {model.name}
              </Link>
            </Cell>
            <Cell label="Medium" className="min-w-32">
              {model.medium ?? <NotKnown why="not stated" />}
            </Cell>
            <Cell label="Interface" className="min-w-32">
              {model.interface ?? <NotKnown why="not stated" />}
            </Cell>
            <Cell label="Capacities" className="min-w-40">
              {capacityWords(model.capacities) ?? <NotKnown why="not stated" />}
            </Cell>
            <Cell number label="Drive writes per day">
              {model.enduranceDriveWritesPerDay ?? <NotKnown why="not stated" />}
            </Cell>
            <Cell number label="Published results">
              {publishedRows === 0 ? <span className="text-muted">0</span> : formatCount(publishedRows)}
            </Cell>
            <Cell number label="In the fleet">
              {drivesInFleet === 0 ? <span className="text-muted">0</span> : formatCount(drivesInFleet)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function capacityWords(capacities: Model["model"]["capacities"]): string | undefined {
  if (capacities.length === 0) return undefined;
  return capacities.map(({ capacityGb }) => capacityWord(capacityGb)).join(", ");
}

/** As it is sold: 375 GB, 1.6 TB. */
export function capacityWord(capacityGb: number): string {
  return capacityGb < 1000 ? `${capacityGb} GB` : `${capacityGb / 1000} TB`;
}
