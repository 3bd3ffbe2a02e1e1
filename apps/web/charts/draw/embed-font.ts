/** The letters of a picture that leaves the page, or nothing where the browser does not hand them out. */
export async function fontStyle(fontFamily: string): Promise<string> {
  const family = fontFamily.split(",")[0]?.replaceAll('"', "").trim() ?? "";
  const face = [...document.styleSheets].flatMap(fontFacesOf).find((rule) => isLatin(rule, family));
  const address = /url\("?([^")]+)"?\)/.exec(face?.style.getPropertyValue("src") ?? "")?.[1];
  if (face === undefined || address === undefined) return "";
  try {
    const font = await fetch(new URL(address, face.parentStyleSheet?.href ?? document.baseURI));
    if (!font.ok) return "";
    const data = await dataUrl(await font.blob());
    return `@font-face{font-family:"${family}";font-weight:100 900;src:url(${data}) format("woff2")}`;
  } catch {
    return "";
  }
}

function fontFacesOf(sheet: CSSStyleSheet): CSSFontFaceRule[] {
  try {
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
  } catch {
    // A sheet of another origin, such as an extension's, may not be read.
    return [];
  }
}

/** Of a family's files the one with digits and letters of English. */
function isLatin({ style }: CSSFontFaceRule, family: string): boolean {
  const own = style.getPropertyValue("font-family").replaceAll(/["']/g, "");
  return own === family && /U\+0+-0*FF\b/i.test(style.getPropertyValue("unicode-range"));
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The font could not be read."));
    reader.readAsDataURL(blob);
  });
}
