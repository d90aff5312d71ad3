import type { Exchange } from "./exchange.ts";
import { by, codeFor, type Member, totpCode } from "./members.ts";

export type SavedAddressInput = { asset: string; label: string; account: string; memo?: string | null };

/** Asks for the code of this address; `Place` as it was typed. */
export const askForAddress = (service: Exchange, { token }: Pick<Member, "token">, place: SavedAddressInput) =>
  service.ask("memberAddressCode", { body: place, ...by(token) });

/** Saves the address with a code; none is entered where it is null. */
export const enterAddressCode = (
  service: Exchange,
  { token }: Pick<Member, "token">,
  place: SavedAddressInput,
  code: string | null,
) => service.ask("memberAddressAdd", { body: { ...place, code }, ...by(token) });

/** Saves an address with the code from its email, or of the authenticator with this secret. */
export async function saveAddress(service: Exchange, member: Member, place: SavedAddressInput, secret?: string) {
  const asked = await askForAddress(service, member, place);
  if (asked.status !== 202) throw new Error(`${asked.status} ${asked.text}`);
  const code = secret ? totpCode(service, secret) : await codeFor(service, member.email, "address");
  return enterAddressCode(service, member, place, code);
}
