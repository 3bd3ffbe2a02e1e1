import "server-only";
import { appRouter } from "@crosspoint/api";
import { ServiceError } from "@crosspoint/services";
import { dehydrate, HydrationBoundary, type QueryKey } from "@tanstack/react-query";
import { TRPCError } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { notFound } from "next/navigation";
import { cache, type ReactNode } from "react";
import { makeQueryClient } from "@/api/query-client";
import { leaveForSignIn, pageContext } from "./context";
import { orLater } from "./or-later";

/** One cache per request. */
export const serverQueryClient = cache(makeQueryClient);

/** Procedures called in this process, with the page's session: `await load(trpc.drive.get.queryOptions({ … }))`. */
export const trpc = createTRPCOptionsProxy({ ctx: pageContext, router: appRouter, queryClient: serverQueryClient });

type ServerQueryClient = ReturnType<typeof makeQueryClient>;

/** Reads before the page renders: a thing that is not there is the 404 page, no session is the sign-in page. */
export async function load<T extends { queryKey: readonly unknown[] }>(options: T): Promise<void> {
  // The options proxy types its keys more tightly than the client's own method takes them.
  const query = options as unknown as Parameters<ServerQueryClient["fetchQuery"]>[0];
  await orLeave(serverQueryClient().fetchQuery(query));
}

/** The same, and answers what was read. */
export async function read<Key extends QueryKey>(options: { queryKey: Key }) {
  await load(options);
  return serverQueryClient().getQueryData<unknown, Key>(options.queryKey);
}

/** The same for the first page of an infinite query. */
export async function loadInfinite<T extends { queryKey: readonly unknown[] }>(options: T): Promise<void> {
  const query = { initialPageParam: undefined, ...options } as unknown;
  await orLeave(
    serverQueryClient().fetchInfiniteQuery(query as Parameters<ServerQueryClient["fetchInfiniteQuery"]>[0]),
  );
}

async function orLeave(reading: Promise<unknown>): Promise<void> {
  try {
    await orLater(reading);
  } catch (error) {
    const cause = error instanceof TRPCError ? error.cause : error;
    if (cause instanceof ServiceError && cause.code === "notFound") notFound();
    if (cause instanceof ServiceError && cause.code === "unauthenticated") await leaveForSignIn();
    throw error;
  }
}

/** Hands what `load` read to the client components below. */
export function Hydrate({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(serverQueryClient())}>{children}</HydrationBoundary>;
}
