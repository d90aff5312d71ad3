import type { Database } from "../../../upstream/db/database.ts";
import { brokenConstraint } from "../../../upstream/db/retry.ts";
import { accountRule } from "../../../upstream/ledger/rules/booking.ts";
import { openOrders } from "./open-orders.ts";

/** SQL writes that bypass the ledger's code. The database itself must refuse them with the rule's name. */
export type Attack = { name: string; refusedBy: string; statement: string };

export const attacks: readonly Attack[] = [
  {
    name: "taking more than an account has",
    refusedBy: "account_floor",
    statement: transfer({ debit: "member:anna:usd", credit: "reserve:usd", amount: 101 }),
  },
  {
    name: "taking money held for another order",
    refusedBy: "account_floor",
    statement: transfer({ debit: "reserve:usd", credit: "member:anna:usd", amount: 900 }),
  },
  {
    name: "paying back more than was lost",
    refusedBy: "account_floor",
    statement: transfer({ debit: "reserve:usd", credit: "shortfall:usd", amount: 1 }),
  },
  {
    name: "sending cash that does not lie at the rail",
    refusedBy: "account_cash",
    statement: transfer({ debit: "assets:hot:usd", credit: "assets:cold:usd", amount: 1 }),
  },
  {
    name: "promising cash that does not lie at the rail",
    refusedBy: "account_cash",
    statement: transfer({ kind: "pending", debit: "reserve:usd", credit: "assets:cold:usd", amount: 1 }),
  },
  {
    name: "moving one asset into an account of another",
    refusedBy: "transfer_one_asset",
    statement: transfer({ debit: "reserve:usd", credit: "member:anna:btc", amount: 1 }),
  },
  {
    name: "moving nothing",
    refusedBy: "transfer_amount",
    statement: transfer({ debit: "reserve:usd", credit: "member:anna:usd", amount: 0 }),
  },
  {
    name: "moving backwards",
    refusedBy: "transfer_amount",
    statement: transfer({ debit: "reserve:usd", credit: "member:anna:usd", amount: -5 }),
  },
  {
    name: "moving from an account to itself",
    refusedBy: "transfer_two_accounts",
    statement: transfer({ debit: "reserve:usd", credit: "reserve:usd", amount: 1 }),
  },
  {
    name: "ending a promise twice",
    refusedBy: "transfer_settles_once",
    statement: transfer({ kind: "post", ends: "ended", debit: "reserve:usd", credit: "member:anna:usd", amount: 10 }),
  },
  {
    name: "taking more than was promised",
    refusedBy: "transfer_fits_promise",
    statement: transfer({ kind: "post", ends: "open", debit: "reserve:usd", credit: "member:anna:usd", amount: 201 }),
  },
  {
    name: "sending a promise elsewhere",
    refusedBy: "transfer_fits_promise",
    statement: transfer({ kind: "post", ends: "open", debit: "reserve:usd", credit: "order:AAAA:usd", amount: 10 }),
  },
  {
    name: "voiding a part of a promise",
    refusedBy: "transfer_fits_promise",
    statement: transfer({ kind: "void", ends: "open", debit: "reserve:usd", credit: "member:anna:usd", amount: 10 }),
  },
  {
    name: "ending what was never a promise",
    refusedBy: "transfer_fits_promise",
    statement: transfer({ kind: "void", ends: "funding", debit: "reserve:usd", credit: "member:anna:usd", amount: 10 }),
  },
  {
    name: "ending no promise at all",
    refusedBy: "transfer_names_promise",
    statement: transfer({ kind: "void", debit: "reserve:usd", credit: "member:anna:usd", amount: 10 }),
  },
  { name: "changing the past", refusedBy: "ledger_only_grows", statement: "update transfer set amount = 1" },
  { name: "forgetting the past", refusedBy: "ledger_only_grows", statement: "delete from transfer" },
  { name: "emptying the past", refusedBy: "ledger_only_grows", statement: "truncate transfer" },
  {
    name: "writing a balance by hand",
    refusedBy: "ledger_only_grows",
    statement: "update account set credits_posted = credits_posted + 1 where id = 'member:anna:usd'",
  },
  { name: "closing an account", refusedBy: "ledger_only_grows", statement: "delete from account where asset = 'btc'" },
  {
    name: "opening an account with money in it",
    refusedBy: "ledger_only_grows",
    statement: open("member:boris:usd", 5),
  },
  {
    name: "opening an account under another asset's name",
    refusedBy: "account_named_by_asset",
    statement: open("member:boris:usd", 0, "btc"),
  },
  {
    name: "writing a hash",
    refusedBy: "ledger_only_grows",
    statement: "insert into transfer_hash values ('another', 1, 1, '', '', 'made up')",
  },
  {
    name: "making up an entry of a wallet",
    refusedBy: "ledger_only_grows",
    statement: "insert into wallet_entry values ('tx', 'reserve:btc', 'us_1', 'x', 'deposit', 1, 1, now(), 1)",
  },
  {
    name: "changing a wallet's history",
    refusedBy: "ledger_only_grows",
    statement: "update wallet_entry set amount = 1",
  },
  { name: "deleting a wallet's history", refusedBy: "ledger_only_grows", statement: "delete from wallet_entry" },
  { name: "changing a hash", refusedBy: "ledger_only_grows", statement: "update transfer_hash set hash = 'made up'" },
  { name: "deleting a hash", refusedBy: "ledger_only_grows", statement: "delete from transfer_hash" },
];

/** 1,000 at the hot rail; 100 of it a member's, with 200 on hold for her, and 10 held and settled. */
export async function prepareAttacks(db: Database): Promise<void> {
  await openOrders(db, "AAAA");
  const ids = ["assets:hot:usd", "assets:cold:usd", "reserve:usd", "shortfall:usd", "order:AAAA:usd"];
  for (const id of [...ids, "member:anna:usd", "member:anna:btc"]) await db.query(open(id, 0));
  const member = { debit: "reserve:usd", credit: "member:anna:usd" };
  await db.query(transfer({ id: "funding", debit: "assets:hot:usd", credit: "reserve:usd", amount: 1000 }));
  await db.query(transfer({ ...member, amount: 90 }));
  await db.query(transfer({ id: "open", kind: "pending", ...member, amount: 200 }));
  await db.query(transfer({ id: "ended", kind: "pending", ...member, amount: 10 }));
  await db.query(transfer({ kind: "post", ends: "ended", ...member, amount: 10 }));
}

/** The rule that refused, or "accepted". The attack is rolled back. */
export async function outcomeOf(attack: Attack, db: Database): Promise<string> {
  const undone = new Error("undone");
  const outcome = await db
    .transaction(async (tx) => {
      await db.rawIn(tx)(attack.statement);
      throw undone;
    })
    .catch((error: unknown) => (error === undone ? "accepted" : (brokenConstraint(error) ?? String(error))));
  return outcome;
}

type Written = { id?: string; kind?: string; ends?: string; debit: string; credit: string; amount: number };
function transfer({ id, kind = "posted", ends, debit, credit, amount }: Written): string {
  const name = id === undefined ? "gen_random_uuid()" : `'${id}'`;
  const promise = ends === undefined ? "null" : `'${ends}'`;
  return `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, pending_id, at)
    values (${name}, '${kind}', '${debit}', '${credit}', 'usd', ${amount}, 'adjustment', ${promise}, now())`;
}

function open(id: string, credits: number, asset = id.slice(id.lastIndexOf(":") + 1)): string {
  const { normal, floor, orderRef } = accountRule(id);
  return `insert into account (id, asset, normal, floor, order_ref, credits_posted, created_at)
    values ('${id}', '${asset}', '${normal}', '${floor}', ${orderRef === null ? "null" : `'${orderRef}'`}, ${credits}, now())`;
}
