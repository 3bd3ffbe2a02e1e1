import { expect, test } from "../stack/fixtures.ts";
import { admin } from "../stack/stack.ts";
import { signIn } from "../steps/sign-in.ts";

const newcomer = { name: "Nia Newcomer", email: "newcomer@example.com", password: "in the audit from the start" };

test("the audit has sign-ins, with who and from where", async ({ adminPage, browser, baseURL, stack }) => {
  await stack.addPerson(newcomer, "viewer");
  const context = await browser.newContext({ baseURL });
  await signIn(await context.newPage(), newcomer);
  await context.close();

  await adminPage.goto("/audit");
  const entry = adminPage.getByRole("table", { name: "Audit" }).getByRole("row").filter({ hasText: newcomer.email });
  const signedIn = entry.filter({ has: adminPage.getByText("Sign in", { exact: true }) });
  await expect(signedIn).toContainText(/from (127\.0\.0\.1|::1)/);
  await expect(signedIn).toContainText("Immediate");
  await adminPage.getByRole("combobox", { name: "Action" }).selectOption("Sign-ins and sign-outs");
  await expect(adminPage).toHaveURL(/did=access\.sign/);
  await expect(signedIn).toBeVisible();
  await expect(adminPage.getByRole("row").filter({ hasText: admin.email }).first()).toBeVisible();
});
