import type { Metadata } from "next";
import { NotFoundPage } from "@/features/navigation/not-found-page";

export const metadata: Metadata = { title: "Run not found" };

export default function RunNotFoundRoute() {
  return (
    <NotFoundPage
      title="Run not found"
      subtitle="The address may be mistyped, or the run was removed. Search for the drive that was measured."
      list={{ name: "Drives", href: "/drives" }}
      searchBy="Serial, model or host"
    />
  );
}
