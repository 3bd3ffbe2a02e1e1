import { exportComparison, exportComparisonInput } from "@crosspoint/services/compare/export";
import { parseInput } from "@crosspoint/services/parse";
import { type ApiDoor, takeCalls } from "./answer-api.ts";
import { answered, jsonOf, parametersOf, streamed } from "./file-answer.ts";

/** Sends the histograms of a comparison as a log, while they are read; `selection` in the address is what `compare.get` takes. */
export function sendComparison(request: Request, address: string, door: ApiDoor): Promise<Response> {
  return answered(async () => {
    takeCalls(request, address, door.calls);
    const context = await door.createContext(request, address, new Headers());
    const selection = jsonOf(parametersOf(request).selection ?? "{}", "The selection of the comparison");
    return streamed(await exportComparison(context, parseInput(exportComparisonInput, selection, "The comparison")));
  });
}
