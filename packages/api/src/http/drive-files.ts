import { ServiceError } from "@crosspoint/services";
import { exportDrives, exportDrivesInput } from "@crosspoint/services/drive/export";
import { parseInput } from "@crosspoint/services/parse";
import { type ApiDoor, takeCalls } from "./answer-api.ts";
import { readBody } from "./bounded-body.ts";
import { answered, jsonOf, parametersOf, streamed } from "./file-answer.ts";
import { requireOwnForm } from "./own-page.ts";

/** 500 drives are some 22 KB, and a filter of all that it may name twice as much. */
const formBytesLimit = 256 * 1024;

/**
 * Sends drives as a file, while they are read. The address says which, or a form: as many as can be picked one by one are more than
 * servers on the way take in an address.
 */
export function sendDrives(request: Request, address: string, door: ApiDoor): Promise<Response> {
  return answered(async () => {
    takeCalls(request, address, door.calls);
    const said = request.method === "POST" ? await formOf(request, door.webUrl) : parametersOf(request);
    const context = await door.createContext(request, address, new Headers());
    const { format, selection } = said;
    if (selection === undefined) throw new ServiceError("invalid", "It does not say which drives.");
    const asked = { format, selection: jsonOf(selection, "The selection of drives") };
    return streamed(await exportDrives(context, parseInput(exportDrivesInput, asked, "The export")));
  });
}

async function formOf(request: Request, webUrl: string): Promise<Record<string, string>> {
  requireOwnForm(request.headers, webUrl);
  const body = await readBody(request, { bytes: formBytesLimit });
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)));
}
