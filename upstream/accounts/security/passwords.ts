import { hash, verify } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { fairPlaces } from "../../../contract/networks/fair-places.ts";
import type { Networks } from "../../../contract/networks/networks.ts";
import type { Tx } from "../../db/database.ts";
import { memberPassword } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";
import { TooBusy } from "../../shared/too-busy.ts";

/** OWASP's minimum: 19 MiB, two passes, one lane; the package's default type is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing takes a thread of the pool for a twentieth of a second, and files and compression share the four of them: so many
 * at once, for whoever waits by network.
 */
const places = fairPlaces({ elapsedMs: () => performance.now(), most: 2, mostWaiting: 40 });
const patienceMs = 2000;

/** `whose`: the networks of who asks, or `ofMember` for a session. Throws `TooBusy` where too many others come before. */
export async function hashPassword(password: string, whose: Networks): Promise<string> {
  return inPlace(whose, () => hash(normalized(password), cost));
}

/** A signed-in member competes with other visitors as a network of its own. */
export const networksOfMember = (memberId: string): Networks => ({ client: memberId, above: memberId });

let hashing = 0;
/** Passwords that this process hashes at this moment, for tests: so many of the pool's four threads are not free. */
export const passwordsBeingHashed = () => hashing;

async function inPlace<Result>(networks: Networks, work: () => Promise<Result>): Promise<Result> {
  const release = await places.take({ networks, patienceMs });
  if (!release) throw new TooBusy();
  hashing += 1;
  return work().finally(() => {
    hashing -= 1;
    release();
  });
}

/** Takes the same time without a stored hash, so that nobody learns who has an account. */
export async function matchesPassword(
  candidate: string,
  stored: string | null | undefined,
  whose: Networks,
): Promise<boolean> {
  const isSame = await inPlace(whose, () => verify(stored ?? decoyHash, normalized(candidate)));
  return isSame && stored != null;
}

/** The hash of a random password at our cost. Created on first use, to keep the start-up short. */
export const decoyHash =
  "$argon2id$v=19$m=19456,t=2,p=1$EdyEKaTDVIcJPsxKrOxUwQ$zkP+BmGnFtzhP5AzbgX0EepHdp12glKcwE/o7atbzO0";

export async function passwordHashOf(ctx: Pick<Context, "db">, memberId: string): Promise<string | null> {
  const [row] = await ctx.db.orm.select().from(memberPassword).where(eq(memberPassword.memberId, memberId));
  return row?.hash ?? null;
}

export async function savePassword(tx: Tx, memberId: string, passwordHash: string, now: Date): Promise<void> {
  const row = { memberId, hash: passwordHash, changedAt: now };
  await tx.insert(memberPassword).values(row).onConflictDoUpdate({ target: memberPassword.memberId, set: row });
}

/** Normalised: one password typed on two keyboards is the same (NIST SP 800-63B, 5.1.1.2). */
const normalized = (password: string) => password.normalize("NFKC");
