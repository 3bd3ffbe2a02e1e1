import { findDriveModel, type PowerGovernorSetting } from "@crosspoint/catalog";

const intel = 0x8086;

/**
 * What the values of the power governor (vendor feature C6h) mean on a drive, by the catalog and not by what an agent tells;
 * empty where that is not documented.
 */
export function powerGovernorSettings(drive: {
  readonly pciVendorId: number;
  readonly model: string;
}): readonly PowerGovernorSetting[] {
  if (drive.pciVendorId !== intel) return [];
  return findDriveModel(drive.model)?.model.powerGovernorSettings ?? [];
}
