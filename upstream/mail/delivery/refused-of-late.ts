import { and, eq, gt } from "drizzle-orm";
import { emailMessage } from "../../db/schema/service.ts";

const daysReported = 3;

/** Emails of the last three days that the recipient's mail server will never take: their recipients have to be told another way. */
export function refusedOfLate(now: Date) {
  const since = new Date(now.getTime() - daysReported * 86_400_000);
  return and(eq(emailMessage.status, "refused"), gt(emailMessage.createdAt, since));
}
