"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { Page } from "@/features/navigation/page";
import { Button } from "@/ui/button";
import { Input } from "@/ui/input";

/** A drive's page that is not there: its serial finds it, whatever its address was. */
export function DriveNotFound() {
  const router = useRouter();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const serial = String(new FormData(event.currentTarget).get("serial")).trim();
    if (serial) router.push(`/drives?search=${encodeURIComponent(serial)}`);
  };
  return (
    <Page
      crumbs={[{ name: "Drives", href: "/drives" }, { name: "Not found" }]}
      title="There is no such drive"
      subtitle="The address may be mistyped, or the drive was merged with another. Its serial finds it."
    >
      <form onSubmit={search} className="flex max-w-md gap-2">
        <Input name="serial" aria-label="Serial" placeholder="Serial" autoFocus required className="font-mono" />
        <Button type="submit" variant="primary">
          <Search aria-hidden /> Search
        </Button>
      </form>
    </Page>
  );
}
