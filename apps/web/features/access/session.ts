import type { AppRouter } from "@crosspoint/api";
import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import { refusalOf } from "@/api/refusal";
import { toast } from "@/ui/toast";

/** Signing in and out are calls of their own: nothing that waits in a batch delays them. */
const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: "/api/trpc", transformer: superjson })] });

/** Answers undefined when signed in, else why not. */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  try {
    await client.access.signIn.mutate({ email, password });
    return undefined;
  } catch (error) {
    const { message, remedy } = refusalOf(error);
    return [message, remedy].filter((part) => part !== undefined).join(" ");
  }
}

export async function signOut(): Promise<void> {
  try {
    await client.access.signOut.mutate();
  } catch (error) {
    const { message, remedy } = refusalOf(error);
    toast.error(`You are still signed in: ${message}`, { description: remedy });
    return;
  }
  // A full load: nothing that this person could see stays in the tab.
  window.location.assign("/sign-in");
}
