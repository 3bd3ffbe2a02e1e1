"use client";

import { THIN_SPACE, VERDICTS } from "@crosspoint/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterX, X } from "lucide-react";
import Link from "next/link";
import type { useQueryStates } from "nuqs";
import { useTRPC } from "@/api/client";
import { ListSearch } from "@/features/navigation/list-search";
import { Button } from "@/ui/button";
import { healthLooks } from "@/ui/status";
import { type DriveFilter, type driveFilterParsers, filterInput, isFiltered, lifecycles } from "./drive-filter";
import { lifecycleText, wearEndText } from "./drive-words";
import { type FilterChoice, FilterMenu } from "./filter-menu";

interface DriveFiltersProps {
  readonly filter: DriveFilter;
  readonly setFilter: ReturnType<typeof useQueryStates<typeof driveFilterParsers>>[1];
  readonly clear: () => void;
}

/** What narrows the list: a search and facets, each with how many drives it would let through. */
export function DriveFilters({ filter, setFilter, clear }: DriveFiltersProps) {
  const { data } = useQuery(
    useTRPC().drive.facets.queryOptions(filterInput(filter), { placeholderData: keepPreviousData }),
  );
  const whole = (facet: { readonly narrowed: boolean } | undefined) => facet !== undefined && !facet.narrowed;
  const verdicts = VERDICTS.map((value) => ({
    value,
    label: healthLooks[value].word,
    text: healthLooks[value].word,
    count: data?.verdicts.choices.find((each) => each.value === value)?.count ?? 0,
  }));
  return (
    <search className="flex flex-wrap items-center gap-2">
      <ListSearch
        label="Search drives"
        placeholder="Serial, product, model or host"
        value={filter.search}
        onSearch={(search, options) => setFilter({ search }, options)}
      />
      <FilterMenu
        name="Verdict"
        choices={verdicts}
        countsAll={whole(data?.verdicts)}
        chosen={filter.verdict}
        onChange={(chosen) => setFilter({ verdict: VERDICTS.filter((verdict) => chosen.includes(verdict)) })}
      />
      <FilterMenu
        name="Model"
        choices={(data?.models.choices ?? []).map(({ value, productName, count }) => ({
          value,
          label: <ModelName productName={productName} model={value} />,
          text: productName === undefined ? value : `${productName} ${value}`,
          count,
        }))}
        countsAll={whole(data?.models)}
        chosen={filter.model}
        onChange={(model) => setFilter({ model })}
      />
      <FilterMenu
        name="Firmware"
        choices={named(data?.firmwares.choices)}
        countsAll={whole(data?.firmwares)}
        chosen={filter.firmware}
        onChange={(firmware) => setFilter({ firmware })}
      />
      <FilterMenu
        name="Host"
        choices={named(data?.hosts.choices)}
        countsAll={whole(data?.hosts)}
        chosen={filter.host}
        onChange={(host) => setFilter({ host })}
      />
      <FilterMenu
        name="Group"
        choices={named(data?.groups.choices)}
        empty={
          data && (
            <>
              No groups yet. Make one under{" "}
              <Link href="/groups" className="text-accent underline underline-offset-2">
                Groups
              </Link>
              .
            </>
          )
        }
        countsAll={false}
        chosen={filter.group}
        onChange={(group) => setFilter({ group })}
      />
      <FilterMenu
        name="Tag"
        choices={named(data?.tags.choices)}
        empty={
          data && !isFiltered(filter)
            ? "No tags yet. Select drives and choose Actions, Tag…, or edit the tags on a drive's page."
            : undefined
        }
        countsAll={whole(data?.tags)}
        chosen={filter.tag}
        onChange={(tag) => setFilter({ tag })}
      />
      <FilterMenu
        name="Lifecycle"
        choices={named(data?.lifecycles.choices, lifecycleText)}
        countsAll={whole(data?.lifecycles)}
        chosen={filter.lifecycle}
        onChange={(chosen) => setFilter({ lifecycle: lifecycles.filter((each) => chosen.includes(each)) })}
      />
      <FilterMenu
        name="Condition"
        choices={named(data?.rules.choices)}
        countsAll={false}
        chosen={filter.condition}
        onChange={(condition) => setFilter({ condition })}
      />
      <FilterMenu
        name="Wear ends"
        choices={named(data?.wearEnds.choices, wearEndText)}
        countsAll={false}
        chosen={filter.ends}
        onChange={(ends) => setFilter({ ends })}
      />
      <FilterMenu
        name="Maintenance"
        choices={named(data?.maintenance.choices)}
        empty="No maintenance window is open."
        countsAll={false}
        chosen={filter.maintenance}
        onChange={(maintenance) => setFilter({ maintenance })}
      />
      {filter.notice.length > 0 ? (
        <AskedFor
          text={filter.notice.length === 1 ? "Firmware notice" : `Firmware notice: ${filter.notice.length}`}
          clear={() => setFilter({ notice: null })}
        />
      ) : null}
      {filter.contested ? <AskedFor text="Contested" clear={() => setFilter({ contested: null })} /> : null}
      <RangeFilter name="Percentage used" unit="%" range={filter.used} clear={() => setFilter({ used: null })} />
      <RangeFilter name="Temperature" unit="°C" range={filter.celsius} clear={() => setFilter({ celsius: null })} />
      {isFiltered(filter) ? (
        <Button variant="ghost" onClick={clear}>
          <FilterX aria-hidden /> Clear filters
        </Button>
      ) : null}
    </search>
  );
}

/** A product may have several models: what tells them apart has a line of its own, and is never cut. */
function ModelName({ productName, model }: { readonly productName: string | undefined; readonly model: string }) {
  return (
    <span className="wrap-anywhere grid whitespace-normal py-1 leading-tight">
      {productName}
      <span className={productName === undefined ? "" : "text-muted text-xs"}>{model}</span>
    </span>
  );
}

interface RangeFilterProps {
  readonly name: string;
  readonly unit: string;
  readonly range: DriveFilter["used"];
  readonly clear: () => void;
}

function RangeFilter({ name, unit, range, clear }: RangeFilterProps) {
  if (range === null) return null;
  const { from, to } = range;
  const values = to === undefined ? `from ${from}` : from === to ? String(from) : `${from} to ${to}`;
  return <AskedFor text={`${name} ${values}${THIN_SPACE}${unit}`} clear={clear} />;
}

/** What a link has asked for; it can be taken away again. */
function AskedFor({ text, clear }: { readonly text: string; readonly clear: () => void }) {
  return (
    <Button className="border-accent text-accent" onClick={clear} title="Clear this filter">
      {text} <X aria-hidden />
    </Button>
  );
}

type Choice = Pick<FilterChoice, "value" | "count"> & { readonly label: string };

function named(choices: readonly Choice[] = [], text = (label: string) => label): FilterChoice[] {
  return choices.map(({ value, label, count }) => ({ value, label: text(label), text: text(label), count }));
}
