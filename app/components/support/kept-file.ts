import type { FormReply } from "../../forms/reply.ts";

/** A message that came back, with its errors and the files that the service keeps for it. */
export type RefusedMessage = { reply: FormReply; files: KeptFile[] };

/** An uploaded file of a message that is not sent yet. */
export type KeptFile = { id: string; name: string; bytes: number };

/** The value of its field, so that the form can send it again. Only the id is used to find the file. */
export const keptValue = ({ id, bytes, name }: KeptFile) => `${id}/${bytes}/${name}`;

export function keptFile(value: string): KeptFile | undefined {
  const [, id, bytes, name] = /^(\w{1,60})\/(\d{1,9})\/(.{1,200})$/u.exec(value) ?? [];
  return id && bytes && name ? { id, name, bytes: Number(bytes) } : undefined;
}
