import type { Metadata } from "next";
import { NotFoundPage } from "@/features/navigation/not-found-page";

export const metadata: Metadata = { title: "Host not found" };

export default function HostNotFoundRoute() {
  return (
    <NotFoundPage
      title="Host not found"
      subtitle="The address may be mistyped, or the host was removed. Search for its name."
      list={{ name: "Hosts", href: "/hosts" }}
      searchBy="Host name"
    />
  );
}
