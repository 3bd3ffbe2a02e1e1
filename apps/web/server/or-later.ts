import "server-only";
import { databaseRefusal } from "@crosspoint/services";
import { notForNow } from "./client";

/** What a page reads. Where the database is away, the page's answer is 503 with the time to come back. */
export async function orLater<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const refusal = databaseRefusal(error);
    if (refusal?.retryAfterSeconds !== undefined) notForNow(refusal.retryAfterSeconds);
    throw error;
  }
}
