import type { Drive, DriveSighting } from "@crosspoint/db";
import type { DriveObservation } from "@crosspoint/protocol";
import { readController, readNamespaces } from "../../stored/drive.ts";

/** What is stored of a drive, as its holder would say it: by this it is given back, should it come to that. */
export function heldObservation(drive: Drive, place: DriveSighting): DriveObservation {
  const controller = readController(drive.controller);
  return {
    identity: { pciVendorId: drive.pciVendorId, model: drive.model, serial: drive.serial },
    firmware: drive.firmware,
    controllerName: place.controllerName,
    transport: place.transport,
    ...(place.pciAddress === null ? {} : { pciAddress: place.pciAddress }),
    ...(controller === undefined ? {} : { controller }),
    namespaces: readNamespaces(drive.namespaces),
  };
}
