"use client";

import type { AppRouter } from "@crosspoint/api";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import superjson, { type SuperJSONResult } from "superjson";
import { makeQueryClient } from "./query-client";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();
export type TRPC = ReturnType<typeof useTRPC>;
export type Outputs = inferRouterOutputs<AppRouter>;
export type Inputs = inferRouterInputs<AppRouter>;

const url = "/api/trpc";
const maxUrlCharacters = 4000;
/** The server takes no longer batch. */
const maxBatchCalls = 20;

/** An answer is nobody else's: it is turned into values where it is, without a copy of its thousands of parts. */
const transformer = {
  serialize: superjson.serialize,
  deserialize: (answer: SuperJSONResult) => superjson.deserialize(answer, { inPlace: true }),
};

let browserQueryClient: QueryClient | undefined;

/** One cache for the life of the tab; on the server one per render. */
function queryClientOfThisSide(): QueryClient {
  if (typeof window === "undefined") return makeQueryClient();
  browserQueryClient ??= makeQueryClient();
  return browserQueryClient;
}

export function ApiProvider({ children }: { children: ReactNode }) {
  const queryClient = queryClientOfThisSide();
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: (operation) => operation.type === "subscription",
          true: httpSubscriptionLink({ url, transformer }),
          false: httpBatchLink({
            url,
            transformer,
            maxURLLength: maxUrlCharacters,
            maxItems: maxBatchCalls,
          }),
        }),
      ],
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
