import { expectedReferrals } from "./attribution-model.ts";
import type { Customer } from "./customer.ts";
import { readCourses } from "./order-courses.ts";
import { moneyFaults } from "./partner-model.ts";
import { isAsSet, type Partner, type Programme } from "./partner-programme.ts";
import { checkRewards, lateRewards } from "./reward-model.ts";
import type { World } from "./world.ts";

/**
 * Where partners' orders, rewards and money differ from the published rules. `isAtRest`: no dispute is open and the reserve is
 * full, so that nothing may wait longer than its time.
 */
export async function checkPartners({ ctx, bank, customers }: World, isAtRest: boolean): Promise<string[]> {
  const { programme } = bank;
  const now = ctx.clock.now();
  const arrivals = new Map(
    customers.flatMap(({ ref, came }) => (ref !== null && came !== null ? [[ref, came] as const] : [])),
  );
  const courses = await readCourses(ctx.db);
  const { rewards, faults } = await checkRewards(ctx.db, { programme, arrivals, courses, now });
  if (isAtRest) faults.push(...lateRewards(rewards, now));
  for (const partner of programme.partners) {
    faults.push(...(await moneyFaults(bank, partner, rewards)));
    if (!(await isAsSet(ctx, partner))) faults.push(`${partner.member.email} has another status or rate than was set`);
  }
  return faults;
}

/** When the operator last marked an order as fraud that had come to this partner first. */
export function lastFlag(programme: Programme, customers: readonly Customer[], of: Partner): Date | null {
  const times = customers.flatMap(({ ref, came }) => {
    const flaggedAt = ref === null ? undefined : programme.flags.get(ref);
    if (!flaggedAt || came === null) return [];
    const course = { placedAt: null, completedAt: null, flaggedAt };
    const [first] = expectedReferrals(programme, came, course);
    return first?.partner === of ? [flaggedAt] : [];
  });
  return times.reduce<Date | null>((last, at) => (last === null || at > last ? at : last), null);
}
