import { and, eq, gt } from "drizzle-orm";
import { emailMessage } from "../../db/schema/service.ts";

const daysReported = 3;

/** Emails that the recipient's mail server refused for good in the last three days: the recipients have to be reached in another way. */
export function refusedOfLate(now: Date) {
  const since = new Date(now.getTime() - daysReported * 86_400_000);
  return and(eq(emailMessage.status, "refused"), gt(emailMessage.createdAt, since));
}
