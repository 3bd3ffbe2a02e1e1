import { list, textList } from "../array-literal.ts";
import type { SqlRunner } from "../plain.ts";
import type { DriveKey } from "./lock-drives.ts";

/** Those of the drives that are known, with their ids. */
export async function findDriveIds(
  tx: SqlRunner,
  keys: readonly DriveKey[],
): Promise<(DriveKey & { readonly id: string })[]> {
  return tx.$queryRaw<(DriveKey & { readonly id: string })[]>`
    SELECT drive.id, drive.pci_vendor_id AS "pciVendorId", drive.model, drive.serial
    FROM drive JOIN unnest(
      ${list(keys.map(({ pciVendorId }) => pciVendorId))}::int[],
      ${textList(keys.map(({ model }) => model))}::text[],
      ${textList(keys.map(({ serial }) => serial))}::text[]
    ) AS asked (pci_vendor_id, model, serial) USING (pci_vendor_id, model, serial)
    LIMIT ${keys.length}`;
}
