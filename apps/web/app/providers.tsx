"use client";

import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { Toaster } from "sonner";
import { ApiProvider } from "@/api/client";

export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <ThemeProvider attribute="class" defaultTheme="system" disableTransitionOnChange {...(nonce ? { nonce } : {})}>
      <NuqsAdapter>
        <ApiProvider>
          {children}
          <Toaster position="bottom-right" theme="system" closeButton />
        </ApiProvider>
      </NuqsAdapter>
    </ThemeProvider>
  );
}
