import { accounts } from "../../../ledger/rules/booking.ts";
import { type RailPlace, railPlaces } from "./statement-lines.ts";

/** The ledger's accounts of what lies at a place of a rail: what is there is their sum. */
export function accountsAt(place: RailPlace, rail: string, asset: string): readonly string[] {
  const of: Readonly<Record<RailPlace, readonly string[]>> = {
    hot: [accounts.rail(rail, asset)],
    gas: [accounts.gas(rail, asset)],
    deposits: [accounts.deposits(rail, asset), accounts.dust(rail, asset)],
  };
  return of[place];
}

/** The place of an account of the rail; undefined for every other account. */
export function railPlaceOf(rail: string, account: string): RailPlace | undefined {
  const asset = account.split(":").at(-1) ?? "";
  return railPlaces.find((place) => accountsAt(place, rail, asset).includes(account));
}
