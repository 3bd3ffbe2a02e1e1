import type { NamespaceObservation } from "@crosspoint/protocol";
import { expect, it } from "vitest";
import { knownNamespaces } from "./known-namespaces.ts";

const formats = [{ index: 0, dataBytes: 512, metadataBytes: 0, relativePerformance: 0 }];
const identified = {
  nsid: 1,
  path: "/dev/nvme0n1",
  sizeBytes: "1000",
  utilizationBytes: "10",
  lbaFormats: formats,
  currentLbaFormat: 0,
  inUse: [],
} satisfies NamespaceObservation;
const seenBySysfs = { nsid: 1, path: "/dev/nvme1n1", sizeBytes: "1000", lbaFormats: [], inUse: ["mounted at /srv"] };

it("takes what Identify says as it is", () => {
  const namespaces = [{ ...identified, utilizationBytes: "20" }];
  expect(knownNamespaces([identified], { namespaces })).toEqual(namespaces);
});

it("keeps what Identify said, and takes what the kernel says now", () => {
  expect(knownNamespaces([identified], { namespaces: [seenBySysfs] })).toEqual([
    { ...identified, path: "/dev/nvme1n1", inUse: ["mounted at /srv"] },
  ]);
});

it("keeps nothing of a namespace that has another size now: it was made anew", () => {
  const resized = { ...seenBySysfs, sizeBytes: "2000" };
  expect(knownNamespaces([identified], { namespaces: [resized] })).toEqual([resized]);
});

it("forgets deleted namespaces only when the drive could be read", () => {
  const controller = {
    nvmeVersion: "1.2",
    controllerId: 0,
    subsystemNqn: "",
    powerStates: [],
    volatileWriteCache: false,
  };
  expect(knownNamespaces([identified], { namespaces: [] })).toEqual([identified]);
  expect(knownNamespaces([identified], { namespaces: [], controller })).toEqual([]);
});
