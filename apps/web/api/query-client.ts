import { QueryClient } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import superjson from "superjson";

/** Live events refresh what changed; this only bounds how old data may be when the line was down. */
const staleMs = 30_000;
const maxRetries = 2;

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: staleMs, retry: (count, error) => count < maxRetries && !isRefusal(error) },
      dehydrate: { serializeData: superjson.serialize },
      hydrate: { deserializeData: superjson.deserialize },
    },
  });
}

/** The server understood and said no: asking again changes nothing. */
function isRefusal(error: unknown): boolean {
  return error instanceof TRPCClientError && Number(error.data?.httpStatus ?? 500) < 500;
}
