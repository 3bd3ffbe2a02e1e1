import type { SimulatedDrive } from "./simulated-host.ts";

/** An Intel Optane SSD DC P4800X with 375 GB. */
export function p4800x(serial: string): SimulatedDrive {
  const identity = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial };
  return { identity, capacityBytes: 375_083_606_016 };
}

/** An Intel SSD DC P3700 with 400 GB. */
export function p3700(serial: string): SimulatedDrive {
  const identity = { pciVendorId: 0x8086, model: "INTEL SSDPEDMD400G4", serial };
  return { identity, capacityBytes: 400_088_457_216 };
}
