import type { Metadata } from "next";
import { NotFoundPage } from "@/features/navigation/not-found-page";

export const metadata: Metadata = { title: "Model not found" };

export default function ModelNotFoundRoute() {
  return (
    <NotFoundPage
      title="Model not found"
      subtitle="The address may be mistyped, or the catalog does not have this model. Search for a drive of it."
      list={{ name: "Drives", href: "/drives" }}
      searchBy="Serial, model or host"
    />
  );
}
