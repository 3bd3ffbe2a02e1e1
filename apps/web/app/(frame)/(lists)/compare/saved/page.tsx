import type { Metadata } from "next";
import { SavedPage } from "@/features/compare/saved/saved-page";

export const metadata: Metadata = { title: "Saved comparisons" };

export default function SavedComparisonsRoute() {
  return <SavedPage />;
}
