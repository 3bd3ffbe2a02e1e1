import { receiveResults } from "@crosspoint/api";
import { addressOfRequest } from "@/server/client";
import { resultDoor } from "@/server/result-door";

/** Takes a file of results of another tool. */
export function POST(request: Request): Promise<Response> {
  return receiveResults(request, addressOfRequest(), resultDoor());
}
