import { formatCount } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";
import { Select } from "@/ui/select";

type Places = Outputs["host"]["list"]["places"];
export type PlaceName = "rack" | "role" | "tag";

/** As they stand in the URL; empty is any. */
export type PlaceFilter = Readonly<Record<PlaceName, string>>;

interface PlaceFiltersProps {
  readonly places: Places;
  readonly filter: PlaceFilter;
  readonly onChange: (name: PlaceName, value: string) => void;
}

const kinds = [
  { name: "rack", all: "All racks", of: "racks" },
  { name: "role", all: "All roles", of: "roles" },
  { name: "tag", all: "All tags", of: "tags" },
] as const;

/** Narrows the list of hosts by what people said of them; nothing where nobody said anything. */
export function PlaceFilters({ places, filter, onChange }: PlaceFiltersProps) {
  return kinds.map(({ name, all, of }) => {
    const found = places[of];
    const chosen = filter[name];
    if (found.length === 0 && chosen === "") return null;
    const options = found.map(({ value, hosts }) => ({ value, label: `${value} (${formatCount(hosts)})` }));
    const gone = chosen !== "" && !found.some(({ value }) => value === chosen);
    return (
      <Select
        key={name}
        aria-label={`Host ${name}`}
        value={chosen}
        onValueChange={(value) => onChange(name, value)}
        options={[{ value: "", label: all }, ...options, ...(gone ? [{ value: chosen, label: `${chosen} (0)` }] : [])]}
      />
    );
  });
}
