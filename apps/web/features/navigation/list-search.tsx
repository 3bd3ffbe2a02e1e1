"use client";

import { Search } from "lucide-react";
import { debounce, type Options } from "nuqs";
import { Input } from "@/ui/input";

const searchDelayMs = 250;

interface ListSearchProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (search: string | null, options: Pick<Options, "limitUrlUpdates">) => void;
}

/** The search of a list, which is in the URL: once typing rests, and at once where it is cleared. */
export function ListSearch({ label, placeholder, value, onSearch }: ListSearchProps) {
  return (
    <div className="relative w-full sm:w-72">
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted" aria-hidden />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className="pl-8"
        value={value}
        onChange={({ target }) =>
          onSearch(target.value || null, { limitUrlUpdates: target.value ? debounce(searchDelayMs) : undefined })
        }
      />
    </div>
  );
}
