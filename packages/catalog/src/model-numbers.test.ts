import { describe, expect, it } from "vitest";
import { findDriveModel } from "./index.ts";

describe("findDriveModel", () => {
  it.each([
    ["INTEL SSDPED1K375GA", "intel-optane-ssd-dc-p4800x", 375, true],
    ["INTEL SSDPE21K750GA", "intel-optane-ssd-dc-p4800x", 750, true],
    // A real capacity that the spec sheet does not list: the model is known, the variant is not.
    ["INTEL SSDPED1K015TA", "intel-optane-ssd-dc-p4800x", 1500, false],
    ["INTEL SSDPED1D280GA", "intel-optane-ssd-900p", 280, true],
    ["INTEL SSDPEDMD400G4", "intel-ssd-dc-p3700", 400, true],
    ["INTEL SSDPEDMD800G4", "intel-ssd-dc-p3700", 800, true],
    ["INTEL SSDPEDMD016T4", "intel-ssd-dc-p3700", 1600, true],
    ["INTEL SSDPE2MD020T4", "intel-ssd-dc-p3700", 2000, true],
    ["INTEL SSDPEDME012T4", "intel-ssd-dc-p3600", 1200, true],
    ["INTEL SSDPE2MX450G7", "intel-ssd-dc-p3500", 450, false],
    ["INTEL SSDPECME016T4", "intel-ssd-dc-p3608", 1600, true],
    ["INTEL SSDPEDKE020T7", "intel-ssd-dc-p4600", 2000, false],
    ["INTEL MEMPEK1W032GA", "intel-optane-memory", 32, false],
    ["MTFDHAX2T4MCF-1AN1ZABYY", undefined, undefined, false],
    ["Micron_9100_MTFDHAX2T4MCF", "micron-9100-max", 2400, true],
    // Letter case and padding are the observer's; the model is the same.
    ["  intel ssdped1k375ga  ", "intel-optane-ssd-dc-p4800x", 375, true],
  ] as const)("%s is %s of %s GB", (modelNumber, modelId, capacityGb, listed) => {
    const match = findDriveModel(modelNumber);
    expect(match?.model.id).toBe(modelId);
    expect(match?.capacityGb).toBe(capacityGb);
    expect(match?.capacity?.capacityGb).toBe(listed ? capacityGb : undefined);
  });

  it.each([
    "QEMU NVMe Ctrl",
    "CT250P2SSD8",
    "HUSMR7632BHP301",
    "INTEL SSDPE2KE016T8",
    "INTEL SSDPE2KX080T8",
    "INTEL SSDPEK1A058GA",
    "INTEL SSDPF2KX038T1",
    // The 905P, of the 900p's series but another drive.
    "INTEL SSDPED1D960GAY",
    "Micron_9300_MTFDHAL3T8TDP",
    "Samsung SSD 970 EVO Plus 250GB",
    "SSDPED1K*",
    "",
  ])("%o is none of them", (modelNumber) => {
    expect(findDriveModel(modelNumber)).toBeUndefined();
  });
});
