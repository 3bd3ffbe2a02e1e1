"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { Button } from "@/ui/button";
import { Input } from "@/ui/input";
import { Page } from "./page";
import type { Crumb } from "./top-bar";

interface NotFoundPageProps {
  readonly title: string;
  /** How it may have come about. */
  readonly subtitle: string;
  /** The list that it would be in; its address takes `?search=`. */
  readonly list: Crumb & { readonly href: string };
  /** By what it is found. */
  readonly searchBy: string;
}

/** Stands where something should be that is not: offers to look for it by another name than its address. */
export function NotFoundPage({ title, subtitle, list, searchBy }: NotFoundPageProps) {
  const router = useRouter();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("search")).trim();
    if (text) router.push(`${list.href}?search=${encodeURIComponent(text)}`);
  };
  return (
    <Page crumbs={[list, { name: "Not found" }]} title={title} subtitle={subtitle}>
      <form onSubmit={search} className="flex max-w-md gap-2">
        <Input name="search" aria-label={searchBy} placeholder={searchBy} autoFocus required />
        <Button type="submit" variant="primary">
          <Search aria-hidden /> Search
        </Button>
      </form>
    </Page>
  );
}
