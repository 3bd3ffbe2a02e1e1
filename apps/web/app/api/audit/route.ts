import { sendAudit } from "@crosspoint/api";
import { addressOfRequest } from "@/server/client";
import { resultDoor } from "@/server/result-door";

/** The audit as a file. */
export function GET(request: Request): Promise<Response> {
  return sendAudit(request, addressOfRequest(), resultDoor());
}
