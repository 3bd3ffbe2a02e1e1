"use client";

import "./styles.css";

export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="grid min-h-dvh place-items-center p-6 text-center">
          <div>
            <h1 className="font-semibold text-lg">Crosspoint could not show this page</h1>
            <p className="mt-1 text-muted">
              Its database may be away for a moment: try again in a few seconds. If it stays so, the server&apos;s log
              says why{error.digest ? ` (look for ${error.digest})` : ""}.
            </p>
            <button type="button" onClick={reset} className="mt-4 h-8 rounded-md border px-3 font-medium">
              Try again
            </button>
          </div>
        </main>
      </body>
    </html>
  );
}
