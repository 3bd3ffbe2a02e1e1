import type { DriveObservation, NamespaceObservation } from "@crosspoint/protocol";

/**
 * The namespaces of a drive after an observation. While a drive cannot be read, the kernel still tells their size,
 * path and whether they are in use, which must be fresh; what only Identify tells is kept from before, as long as the
 * namespace is of the same size. A drive that shows nothing at all leaves everything as it was.
 */
export function knownNamespaces(
  stored: readonly NamespaceObservation[],
  { controller, namespaces }: Pick<DriveObservation, "controller" | "namespaces">,
): NamespaceObservation[] {
  if (controller === undefined && namespaces.length === 0) return [...stored];
  return namespaces.map((namespace) => {
    const known = stored.find(({ nsid, sizeBytes }) => nsid === namespace.nsid && sizeBytes === namespace.sizeBytes);
    const wasIdentified = namespace.lbaFormats.length > 0;
    if (wasIdentified || known === undefined) return namespace;
    return { ...known, ...namespace, lbaFormats: known.lbaFormats };
  });
}
