/** Under which the preview of a batch is kept: it is asked for by a mutation, which has no key of a query. */
export const batchPreviewKey = [["batch", "preview"]] as const;
