import { sendResults } from "@crosspoint/api";
import { addressOfRequest } from "@/server/client";
import { resultDoor } from "@/server/result-door";

/** The results of a run as a file. */
export async function GET(request: Request, { params }: { params: Promise<{ runId: string }> }): Promise<Response> {
  const { runId } = await params;
  return sendResults(request, addressOfRequest(), runId, resultDoor());
}
