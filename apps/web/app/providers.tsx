"use client";

import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { ApiProvider } from "@/api/client";
import { Toaster } from "@/ui/toast";

export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <ThemeProvider attribute="class" defaultTheme="system" disableTransitionOnChange {...(nonce ? { nonce } : {})}>
      <NuqsAdapter>
        <ApiProvider>
          {children}
          <Toaster />
        </ApiProvider>
      </NuqsAdapter>
    </ThemeProvider>
  );
}
