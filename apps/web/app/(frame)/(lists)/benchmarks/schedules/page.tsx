import type { Metadata } from "next";
import { Page } from "@/features/navigation/page";
import { BenchmarkTabs } from "@/features/runs/benchmark-tabs";
import { NewScheduleButton } from "@/features/runs/schedules/new-schedule-button";
import { SchedulesList } from "@/features/runs/schedules/schedules-list";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Schedules" };

export default async function SchedulesPage() {
  await load(trpc.schedule.list.queryOptions());
  return (
    <Page
      crumbs={[{ name: "Benchmarks", href: "/benchmarks" }, { name: "Schedules" }]}
      title="Schedules"
      subtitle="Plans that are launched every week, or once at a time"
      actions={<NewScheduleButton />}
    >
      <BenchmarkTabs />
      <Hydrate>
        <SchedulesList />
      </Hydrate>
    </Page>
  );
}
