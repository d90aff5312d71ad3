import { and, eq, isNull, lte, ne } from "drizzle-orm";
import { ticketEntry, ticketFile } from "../db/schema/support.ts";
import { takeRoom } from "../db/unproven/room.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal } from "../shared/rules/refusal.ts";
import { plainLine } from "./rules/plain-text.ts";
import { looseFileSeconds } from "./ticket-entries.ts";

type StoredFile = { id: string; name: string; bytes: number };

/**
 * Stores a picture for a message that is being written. Refuses what is no picture, and one of a stranger where strangers
 * have used up theirs. `address`: where the call comes from.
 */
export async function storeAttachment(
  ctx: Pick<Context, "db" | "ids" | "env">,
  upload: { name: string; image: string; isMembers: boolean; address: string | null },
  now: Date,
): Promise<StoredFile | Refusal> {
  const { reencodedDataUrl } = await imageLibrary();
  const image = await reencodedDataUrl(upload.image);
  if (isRefusal(image)) return image;
  const full = upload.isMembers
    ? undefined
    : await takeRoom(ctx, "pictures", { address: upload.address, bytes: image.byteLength, now });
  if (full) return full;
  return stored(ctx, upload.name, image, now);
}

/** The same for a picture of an email. */
export async function storePicture(
  ctx: Pick<Context, "db" | "ids">,
  picture: { name: string; bytes: Uint8Array },
  now: Date,
): Promise<StoredFile | Refusal> {
  const { reencodedPicture } = await imageLibrary();
  return stored(ctx, picture.name, await reencodedPicture(picture.bytes), now);
}

/** It loads slowly: with the first picture, not at start-up. */
const imageLibrary = () => import("./attachment-image.ts");

async function stored(
  ctx: Pick<Context, "db" | "ids">,
  name: string,
  image: Uint8Array | Refusal,
  now: Date,
): Promise<StoredFile | Refusal> {
  if (isRefusal(image)) return image;
  const file = { id: ctx.ids.newId("tf"), name: fileName(name), image, createdAt: now };
  await ctx.db.orm.insert(ticketFile).values(file);
  return { id: file.id, name: file.name, bytes: image.byteLength };
}

/** A picture of a ticket's message that the customer sees. */
export async function attachmentOf(
  { db }: Pick<Context, "db">,
  number: number,
  id: string,
): Promise<{ name: string; image: Uint8Array } | undefined> {
  const isShown = and(eq(ticketFile.id, id), eq(ticketEntry.ticket, number), ne(ticketEntry.author, "unverified"));
  const [row] = await db.orm
    .select({ name: ticketFile.name, image: ticketFile.image })
    .from(ticketFile)
    .innerJoin(ticketEntry, eq(ticketEntry.id, ticketFile.entryId))
    .where(isShown);
  return row;
}

/** Deletes uploads whose message was never sent. */
export async function deleteLooseFiles({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  const limit = new Date(clock.now().getTime() - looseFileSeconds * 1000);
  await db.orm.delete(ticketFile).where(and(isNull(ticketFile.entryId), lte(ticketFile.createdAt, limit)));
}

/** Of the given name only letters and digits stay, since it is sent back in a header; all files are WebP. */
function fileName(clientName: string): string {
  const base = (plainLine(clientName, 200) ?? "").replace(/\.[^.]*$/, "");
  const safe = base
    .replace(/[^\p{L}\p{N} _-]+/gu, "_")
    .trim()
    .slice(0, 60);
  return `${safe || "picture"}.webp`;
}
