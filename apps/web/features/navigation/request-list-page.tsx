import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import { Page } from "./page";

/** Something that a person asked of many hosts or drives at once. */
export interface RequestRow {
  readonly id: string;
  readonly href: string;
  readonly name: ReactNode;
  readonly progress: ReactNode;
  readonly requestedAt: Date;
  readonly requestedBy: string;
}

interface RequestListPageProps {
  readonly title: string;
  /** The list that requests are made from. */
  readonly parent: { readonly name: string; readonly href: string };
  readonly crumb: string;
  /** "the last 20". */
  readonly note: string;
  /** Head of the column with the names. */
  readonly what: string;
  readonly rows: readonly RequestRow[];
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly action: string; readonly text: string };
}

/** The last requests of a kind, the newest first: how far each is, when it was asked for and by whom. */
export function RequestListPage({ title, parent, crumb, note, what, rows, empty }: RequestListPageProps) {
  return (
    <Page crumbs={[parent, { name: crumb }]} title={title}>
      {rows.length === 0 ? (
        <EmptyState
          icon={empty.icon}
          title={empty.title}
          action={
            <Button asChild>
              <Link href={parent.href}>{empty.action}</Link>
            </Button>
          }
        >
          {empty.text}
        </EmptyState>
      ) : (
        <Panel title={title} note={note} flush>
          <Table label={title} stacked>
            <TableHead>
              <HeadCell>{what}</HeadCell>
              <HeadCell>Progress</HeadCell>
              <HeadCell>Requested</HeadCell>
              <HeadCell>By</HeadCell>
            </TableHead>
            <tbody>
              {rows.map(({ id, href, name, progress, requestedAt, requestedBy }) => (
                <Row key={id}>
                  <Cell>
                    <Link href={href} className="text-accent hover:underline">
                      {name}
                    </Link>
                  </Cell>
                  <Cell>{progress}</Cell>
                  <Cell label="Requested">
                    <RelativeTime time={requestedAt} />
                  </Cell>
                  <Cell label="By">{requestedBy}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Panel>
      )}
    </Page>
  );
}
