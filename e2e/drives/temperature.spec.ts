import { p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";

const drive = { ...p4800x("CONVERTEDONCE"), log: { compositeTemperatureKelvin: 311 } };

/** 311 K are 38 °C; what is converted twice shows -235 °C, or 100. */
test("a temperature is converted once, wherever it is read", async ({ adminPage: page, stack }) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "kelvin-shelf");
  await host.report([drive]);
  const { serial } = drive.identity;

  await page.goto(`/drives?search=${serial}`);
  const row = page.getByRole("table", { name: "Drives" }).getByRole("row", { name: serial });
  await expect(row.getByText(/^38\s°C$/)).toBeVisible();

  await row.getByRole("link", { name: serial }).click();
  await expect(page.getByRole("heading", { level: 1, name: /P4800X/ })).toBeVisible();
  await expect(
    page
      .getByRole("main")
      .getByText(/^38\s°C$/)
      .first(),
  ).toBeVisible();
  const smart = page.getByRole("table", { name: "SMART / Health values" });
  await expect(smart.getByRole("row", { name: /^Composite temperature/ })).toContainText(/38\s°C.*311 K \(38 °C\)/);
  const chart = page.getByRole("figure", { name: "Temperature" });
  await chart.getByRole("button", { name: /^Show table/ }).click();
  await expect(chart.getByRole("table").getByRole("row").nth(1)).toContainText("311");

  await page.goto(`/hosts/${host.hostId}`);
  await expect(page.getByRole("table", { name: "Drives of this host" }).getByText(/^38\s°C$/)).toBeVisible();

  const exported = async (format: string) => {
    const selection = JSON.stringify({ kind: "matches", filter: { search: serial }, exceptIds: [] });
    return page.request.get(`/api/drives?${new URLSearchParams({ format, selection })}`);
  };
  expect(await (await exported("json")).json()).toMatchObject([{ temperatureKelvin: 311 }]);
  const [head = "", values = ""] = (await (await exported("csv")).text()).split(/\r?\n/);
  expect(values.split(",")[head.split(",").indexOf("temperature_celsius")]).toBe("38");
});
