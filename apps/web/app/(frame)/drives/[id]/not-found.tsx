import type { Metadata } from "next";
import { NotFoundPage } from "@/features/navigation/not-found-page";

export const metadata: Metadata = { title: "Drive not found" };

export default function DriveNotFoundRoute() {
  return (
    <NotFoundPage
      title="Drive not found"
      subtitle="The address may be mistyped, or the drive was removed. Search for its serial."
      list={{ name: "Drives", href: "/drives" }}
      searchBy="Serial, model or host"
    />
  );
}
