import { ServiceError } from "../../errors.ts";

/**
 * The server's key to a drive's data: the serial, typed letter by letter. What it returns is sent on, because the agent
 * checks it too.
 */
export function confirmSerial(
  { model, serial }: { readonly model: string; readonly serial: string },
  typed: string | undefined,
): { confirmedSerial: string } {
  if (typed === serial) return { confirmedSerial: serial };
  const message = typed
    ? `The typed serial "${typed}" is not the serial of ${model} ${serial}.`
    : `This destroys data on ${model} ${serial} and needs its serial, typed.`;
  throw new ServiceError("invalid", message, {
    remedy: `Type the drive's serial exactly as it is shown: ${serial}.`,
    fields: [{ path: "confirmedSerial", message }],
  });
}
