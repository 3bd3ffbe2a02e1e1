import type { Metadata } from "next";
import { NotFoundPage } from "@/features/navigation/not-found-page";

export const metadata: Metadata = { title: "Bulk action not found" };

export default function BulkNotFoundRoute() {
  return (
    <NotFoundPage
      title="Bulk action not found"
      subtitle="The address may be mistyped. Search for one of its drives."
      list={{ name: "Drives", href: "/drives" }}
      searchBy="Serial, model or host"
    />
  );
}
