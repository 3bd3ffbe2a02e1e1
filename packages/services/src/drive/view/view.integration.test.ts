import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPeople, contextOf } from "../../testing/fleet.ts";
import { listDriveViews } from "./list.ts";
import { removeDriveView } from "./remove.ts";
import { driveViewsLimit } from "./rules/drive-view.ts";
import { saveDriveView, saveDriveViewInput } from "./save.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const viewer = () => contextOf(test.db, "viewer");

describe("a saved view of drives", () => {
  it("is its person's own, replaced under the same name, and gone with them", async () => {
    const { id } = await saveDriveView(viewer(), { name: "Hot", query: "sort=temperature" });
    await saveDriveView(contextOf(test.db, "admin"), { name: "Hot", query: "sort=model" });
    expect(await saveDriveView(viewer(), { name: "Hot", query: "sort=temperature&descending=true" })).toEqual({ id });
    expect(await listDriveViews(viewer())).toEqual([{ id, name: "Hot", query: "sort=temperature&descending=true" }]);
    await expect(removeDriveView(contextOf(test.db, "admin"), { id })).rejects.toMatchObject({ code: "notFound" });
    await removeDriveView(viewer(), { id });
    expect(await listDriveViews(viewer())).toEqual([]);
    await test.db.user.delete({ where: { id: "admin" } });
    expect(await test.db.driveView.count()).toBe(0);
  });

  it("is one of at most fifty, and replacing one is none more", async () => {
    const names = Array.from({ length: driveViewsLimit }, (_, index) => `view ${index}`);
    for (const name of names) await saveDriveView(viewer(), { name, query: "" });
    await expect(saveDriveView(viewer(), { name: "one more", query: "" })).rejects.toMatchObject({ code: "conflict" });
    await saveDriveView(viewer(), { name: "view 7", query: "model=x" });
    expect(await listDriveViews(viewer())).toHaveLength(driveViewsLimit);
  });

  it("is nothing that the system has", async () => {
    const system = { ...viewer(), actor: { kind: "system", label: "worker" } as const };
    await expect(saveDriveView(system, { name: "x", query: "" })).rejects.toMatchObject({ code: "forbidden" });
    expect(await listDriveViews(system)).toEqual([]);
  });

  it.each([
    { name: " ", query: "" },
    { name: "x".repeat(61), query: "" },
    { name: "x\0", query: "" },
    { name: "x", query: "x".repeat(8001) },
  ])("is refused where it is too long, or cannot be stored", (input) => {
    expect(saveDriveViewInput.safeParse(input).success).toBe(false);
  });
});
