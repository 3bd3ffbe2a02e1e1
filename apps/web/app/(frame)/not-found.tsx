import type { Metadata } from "next";
import { NotFoundPage } from "@/features/navigation/not-found-page";

export const metadata: Metadata = { title: "Page not found" };

export default function FrameNotFoundRoute() {
  return (
    <NotFoundPage
      title="Page not found"
      subtitle="The address may be mistyped, or what it named was removed. Search for the drive it was about."
      list={{ name: "Drives", href: "/drives" }}
      searchBy="Serial, model or host"
    />
  );
}
