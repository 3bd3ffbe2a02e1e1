import type { AppRouter, Refusal } from "@crosspoint/api";
import { TRPCClientError } from "@trpc/client";

/** What the server said when it would not do something, ready to be shown; any other failure gets words too. */
export function refusalOf(error: unknown): { message: string } & Partial<Refusal> {
  if (error instanceof TRPCClientError) {
    const { message, data } = error as TRPCClientError<AppRouter>;
    if (data) return { message, ...data.refusal };
    return { message: "The server could not be reached.", remedy: "Check the connection; it is tried again." };
  }
  return { message: error instanceof Error ? error.message : "Something went wrong." };
}

/** The message that belongs to one field of a form. */
export function fieldError(error: unknown, path: string): string | undefined {
  return refusalOf(error).fields?.find((field) => field.path === path)?.message;
}
