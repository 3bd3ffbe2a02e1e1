import { sendComparison } from "@crosspoint/api";
import { addressOfRequest } from "@/server/client";
import { resultDoor } from "@/server/result-door";

/** The histograms of a comparison as a file. */
export function GET(request: Request): Promise<Response> {
  return sendComparison(request, addressOfRequest(), resultDoor());
}
