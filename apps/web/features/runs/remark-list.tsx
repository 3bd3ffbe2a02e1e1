import { formatCount } from "@crosspoint/domain";
import type { ImportOutcome } from "@crosspoint/services/result/import";

interface RemarkListProps {
  readonly title: string;
  readonly remarks: ImportOutcome["refused"];
}

const shownRemarks = 20;

/** Remarks on parts of a file, each with its place inside the file. */
export function RemarkList({ title, remarks }: RemarkListProps) {
  if (remarks.length === 0) return null;
  const more = remarks.length - shownRemarks;
  return (
    <div>
      <h3 className="font-medium text-muted">{title}</h3>
      <ul className="wrap-anywhere list-disc pl-5">
        {remarks.slice(0, shownRemarks).map(({ path, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a remark may stand there twice.
          <li key={index}>
            {path === "" ? null : <code className="text-xs">{path}</code>} {message}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="text-muted">and {formatCount(more)} more</p> : null}
    </div>
  );
}
