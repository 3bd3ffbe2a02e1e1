import type { Metadata } from "next";
import { Page } from "@/features/navigation/page";

export const metadata: Metadata = { title: "Fleet" };

export default async function FleetPage() {
  return (
    <Page crumbs={[{ name: "Fleet" }]} title="Fleet">
      {null}
    </Page>
  );
}
