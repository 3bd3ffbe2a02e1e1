import type { Locator, Page } from "@playwright/test";
import type { Shown } from "./sized-fleet.ts";

/** A page that shows more the more drives there are. */
export interface SizedPage {
  /** In its pictures' names. */
  readonly name: string;
  readonly caption: string;
  readonly path: (of: Shown) => string;
  /** Its heading where the fleet is empty; absent for the page of an object, which there is none of then. */
  readonly empty?: string;
  /** What is there as soon as there is a drive. */
  readonly shows: (page: Page) => Locator;
}

const table = (name: string) => (page: Page) => page.getByRole("table", { name, exact: true }).getByRole("row").nth(1);

/** Every page of fleet health; a new one is added here. */
export const sizedPages: readonly SizedPage[] = [
  {
    name: "fleet",
    caption: "The fleet page",
    path: () => "/fleet",
    empty: "No hosts yet",
    shows: table("Needs attention"),
  },
  {
    name: "drives",
    caption: "The list of drives",
    path: () => "/drives",
    empty: "No drives yet",
    shows: table("Drives"),
  },
  { name: "hosts", caption: "The list of hosts", path: () => "/hosts", empty: "No hosts yet", shows: table("Hosts") },
  { name: "groups", caption: "Groups", path: () => "/groups", empty: "No groups yet", shows: table("Groups") },
  {
    name: "drive",
    caption: "A drive",
    path: ({ drive }) => `/drives/${drive}`,
    shows: (page) => page.getByRole("list", { name: "Open conditions" }).getByRole("listitem").first(),
  },
  { name: "host", caption: "A host", path: ({ host }) => `/hosts/${host}`, shows: table("Drives of this host") },
  { name: "group", caption: "A group", path: ({ group }) => `/groups/${group}`, shows: table("Drives of the group") },
];
