/** The address of the page being rendered, which Next.js does not tell it. Only proxy.ts writes it. */
export const pageHeader = "x-page";
