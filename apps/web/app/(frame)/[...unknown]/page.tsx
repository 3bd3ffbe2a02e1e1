import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Page not found" };

/** Any address that no other route takes: not found, inside the frame. */
export default function UnknownPage() {
  notFound();
}
