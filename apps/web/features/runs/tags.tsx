import Link from "next/link";

/** The tags of a run; each leads to the runs that have it. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            href={`/benchmarks?tag=${encodeURIComponent(tag)}`}
            className="wrap-anywhere rounded-full border px-2 py-px text-muted text-xs hover:bg-hover hover:text-text"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
