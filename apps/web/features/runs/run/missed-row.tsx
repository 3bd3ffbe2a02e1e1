import { CircleX, SkipForward, TriangleAlert } from "lucide-react";
import { Badge } from "@/ui/status";
import { Cell, Row } from "@/ui/table";
import { type Point, pointName } from "./run-detail";

const looks = {
  skipped: { word: "Skipped", icon: SkipForward, tone: "neutral" },
  failed: { word: "Failed", icon: CircleX, tone: "failed" },
  interrupted: { word: "Interrupted", icon: TriangleAlert, tone: "watch" },
} as const;

/** A point without figures: what became of it, and why. */
export function MissedRow({ point, columns }: { point: Point; columns: number }) {
  const { word, icon, tone } = looks[point.state as keyof typeof looks];
  return (
    <Row className="@max-4xl:grid-cols-1">
      <Cell className="min-w-36 @max-4xl:font-medium">
        {point.sequence + 1}. {pointName(point)}
      </Cell>
      <Cell colSpan={columns - 1}>
        <Badge icon={icon} word={word} tone={tone} plain />{" "}
        <span className="text-muted">{point.reason ?? "No reason was given."}</span>
      </Cell>
    </Row>
  );
}
