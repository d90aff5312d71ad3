import { and, eq, ne } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { avatar, member } from "../../db/schema/accounts.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import { lockMember } from "../sign-in/sessions.ts";

/**
 * Sets or removes the picture; returns its id. Refuses files that are not a supported picture, and everything when the
 * account has been closed meanwhile.
 */
export async function setAvatar(
  ctx: Pick<Context, "db" | "ids">,
  memberId: string,
  dataUrl: string | null,
  now: Date,
): Promise<{ id: string | null } | Refusal> {
  const image = dataUrl === null ? null : await drawn(dataUrl);
  if (isRefusal(image)) return image;
  const id = image && ctx.ids.newId("av");
  return ctx.db.transaction(async (tx) => {
    if (!(await lockMember(tx, memberId))) return refuse("unauthenticated");
    if (image && id) await tx.insert(avatar).values({ id, memberId, image, createdAt: now });
    await tx.update(member).set({ avatarId: id }).where(eq(member.id, memberId));
    await tx.delete(avatar).where(and(eq(avatar.memberId, memberId), id ? ne(avatar.id, id) : undefined));
    return { id };
  });
}

export async function avatarImage({ db }: Pick<Context, "db">, id: string): Promise<Uint8Array | undefined> {
  const [row] = await db.orm.select().from(avatar).where(eq(avatar.id, id));
  return row?.image;
}

/** The image library loads slowly: with the first picture, not at start-up. */
async function drawn(dataUrl: string): Promise<Uint8Array | Refusal> {
  const { reencodedAvatar } = await import("./avatar-image.ts");
  return reencodedAvatar(dataUrl);
}
