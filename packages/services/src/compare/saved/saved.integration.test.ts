import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPeople, contextOf } from "../../testing/fleet.ts";
import { listSavedComparisons } from "./list.ts";
import { removeComparison } from "./remove.ts";
import { saveComparison, saveComparisonInput } from "./save.ts";
import { updateComparison } from "./update.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
  await test.db.user.create({ data: { id: "other", name: "Other", email: "other@example.net", role: "operator" } });
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");
const other = () => ({
  ...operator(),
  actor: { ...operator().actor, id: "other", email: "other@example.net" } as never,
});

describe("a saved comparison", () => {
  it("is seen by all, and changed and deleted by its owner and admins alone", async () => {
    const { id } = await saveComparison(operator(), { name: "Before", note: "", query: "series=run:1" });
    const [seen] = await listSavedComparisons(contextOf(test.db, "viewer"));
    expect(seen).toMatchObject({
      id,
      name: "Before",
      query: "series=run:1",
      ownerName: "operator",
      mine: false,
      changeable: false,
    });
    await expect(updateComparison(other(), { id, name: "Theirs", note: "" })).rejects.toMatchObject({
      code: "forbidden",
      message: '"Before" was saved by operator@example.net.',
    });
    await expect(removeComparison(other(), { id })).rejects.toMatchObject({ code: "forbidden" });
    await updateComparison(operator(), { id, name: "After", note: "why" });
    const [changed] = await listSavedComparisons(operator());
    expect(changed).toMatchObject({ name: "After", note: "why", query: "series=run:1", mine: true, changeable: true });
    await removeComparison(contextOf(test.db, "admin"), { id });
    expect(await listSavedComparisons(operator())).toEqual([]);
    await expect(removeComparison(operator(), { id })).rejects.toMatchObject({ code: "notFound" });
    const audit = await test.db.auditEntry.findMany({ where: { objectId: id } });
    expect(audit.map(({ action }) => action).toSorted()).toEqual([
      "comparison.change",
      "comparison.remove",
      "comparison.save",
    ]);
  });

  it("outlives its owner, whose name it keeps", async () => {
    await saveComparison(other(), { name: "Kept", note: "", query: "" });
    await test.db.user.delete({ where: { id: "other" } });
    expect(await listSavedComparisons(operator())).toMatchObject([
      { name: "Kept", ownerName: "other@example.net", mine: false },
    ]);
  });

  it.each([
    { name: " ", query: "" },
    { name: "x".repeat(101), query: "" },
    { name: "\0", query: "" },
    { name: "x", query: "x".repeat(4001) },
    { name: "x", query: "", note: "x".repeat(2001) },
  ])("is refused where it is too long, or cannot be stored", (input) => {
    expect(saveComparisonInput.safeParse(input).success).toBe(false);
  });
});
