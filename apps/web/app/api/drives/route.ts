import { sendDrives } from "@crosspoint/api";
import { addressOfRequest } from "@/server/client";
import { resultDoor } from "@/server/result-door";

function answer(request: Request): Promise<Response> {
  return sendDrives(request, addressOfRequest(), resultDoor());
}

/** Drives as a file: which, by the address or by a form. */
export { answer as GET, answer as POST };
