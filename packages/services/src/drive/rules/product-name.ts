import { findDriveModel } from "@crosspoint/catalog";

/** "Intel Optane SSD DC P4800X" for the model number that a drive reports; undefined where the catalog does not know it. */
export function productNameOf(model: string): string | undefined {
  return findDriveModel(model)?.model.name;
}
