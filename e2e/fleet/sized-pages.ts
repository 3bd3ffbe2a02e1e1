import type { Locator, Page } from "@playwright/test";
import type { Shown } from "./sized-fleet.ts";

/** A page that shows more the more drives there are. */
export interface SizedPage {
  /** In its pictures' names. */
  readonly name: string;
  /** Under its picture in docs/pictures.md; absent: docs show it elsewhere, or not. */
  readonly caption?: string;
  readonly path: (of: Shown) => string;
  /** Its heading where the fleet is empty; absent for the page of an object, which there is none of then. */
  readonly empty?: string;
  /** What is there as soon as there is a drive, and the first of what each panel shows that comes after the page. */
  readonly shows: readonly ((page: Page) => Locator)[];
}

const table = (name: string) => (page: Page) => page.getByRole("table", { name, exact: true }).getByRole("row").nth(1);
const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const itemOf = (name: string) => (page: Page) => panel(page, name).getByRole("listitem").first();
const figureOf = (name: string) => (page: Page) => panel(page, name).getByRole("figure").first();
const linkOf = (name: string) => (page: Page) => panel(page, name).getByRole("link").first();

/** Every page that shows more the larger the fleet is; a new one is added here. */
export const sizedPages: readonly SizedPage[] = [
  {
    name: "fleet",
    caption: "The fleet page",
    path: () => "/fleet",
    empty: "No hosts yet",
    shows: [
      table("Needs attention"),
      table("Health by model"),
      itemOf("Hottest"),
      itemOf("Most worn"),
      figureOf("Temperature"),
      figureOf("Wear"),
      itemOf("Recent changes"),
      linkOf("Drives to replace"),
    ],
  },
  {
    name: "drives",
    caption: "The list of drives",
    path: () => "/drives",
    empty: "No drives yet",
    shows: [table("Drives")],
  },
  { name: "hosts", caption: "The list of hosts", path: () => "/hosts", empty: "No hosts yet", shows: [table("Hosts")] },
  {
    name: "upgrades",
    path: () => "/hosts/upgrades",
    empty: "No upgrades yet",
    shows: [table("Agent upgrades")],
  },
  {
    name: "upgrade",
    path: ({ upgrade }) => `/hosts/upgrades/${upgrade}`,
    shows: [table("Hosts"), table("Left as they were")],
  },
  { name: "groups", caption: "Groups", path: () => "/groups", empty: "No groups yet", shows: [table("Groups")] },
  {
    name: "maintenance",
    path: () => "/groups/maintenance",
    empty: "No maintenance windows",
    shows: [table("Maintenance windows")],
  },
  {
    name: "thresholds",
    path: () => "/settings/thresholds",
    empty: "Every rule has its default thresholds",
    shows: [table("Thresholds")],
  },
  {
    name: "firmware",
    path: () => "/settings/firmware",
    shows: [table("Notices")],
  },
  {
    name: "rules",
    path: () => "/settings/rules",
    shows: [(page) => page.getByRole("list", { name: "Judged", exact: true }).getByRole("listitem").first()],
  },
  {
    name: "storage",
    path: () => "/settings/storage",
    shows: [table("Stored data")],
  },
  {
    name: "drive",
    caption: "A drive",
    path: ({ drive }) => `/drives/${drive}`,
    shows: [
      (page) => page.getByRole("list", { name: "Open conditions" }).getByRole("listitem").first(),
      figureOf("Wear"),
      // A drive that was never sampled has no charts.
      (page) =>
        panel(page, "SMART over time")
          .getByRole("figure")
          .or(page.getByRole("heading", { name: "No samples" }))
          .first(),
    ],
  },
  { name: "host", caption: "A host", path: ({ host }) => `/hosts/${host}`, shows: [table("Drives of this host")] },
  { name: "group", caption: "A group", path: ({ group }) => `/groups/${group}`, shows: [table("Drives of the group")] },
];
