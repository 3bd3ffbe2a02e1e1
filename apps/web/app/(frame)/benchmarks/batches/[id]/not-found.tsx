import type { Metadata } from "next";
import { NotFoundPage } from "@/features/navigation/not-found-page";

export const metadata: Metadata = { title: "Batch not found" };

export default function BatchNotFoundRoute() {
  return (
    <NotFoundPage
      title="Batch not found"
      subtitle="The address may be mistyped. Search for a drive that was measured."
      list={{ name: "Drives", href: "/drives" }}
      searchBy="Serial, model or host"
    />
  );
}
