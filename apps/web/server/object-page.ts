import "server-only";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";

/** The id in a page's address; anything else is not found. */
export async function idOfPage(params: Promise<{ id: string }>): Promise<string> {
  return z.uuid().safeParse((await params).id).data ?? notFound();
}

/** A page named after its object, for tabs and history. */
export function titled(title: string | undefined): Metadata {
  return title === undefined ? {} : { title };
}
