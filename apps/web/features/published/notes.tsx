/** What must be known to read the figures, each remark once. */
export function PublishedNotes({
  rows,
}: {
  rows: readonly { readonly context: { readonly note?: string | undefined } }[];
}) {
  const notes = [...new Set(rows.flatMap(({ context }) => context.note ?? []))];
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Notes on published figures" className="grid gap-1 border-t px-4 py-2.5 text-muted text-table">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
