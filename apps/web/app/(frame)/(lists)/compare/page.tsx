import type { Metadata } from "next";
import { ComparePage } from "@/features/compare/compare-page";

export const metadata: Metadata = { title: "Compare" };

export default function CompareRoute() {
  return <ComparePage />;
}
