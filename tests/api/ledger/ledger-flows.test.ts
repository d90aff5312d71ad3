import { expect, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { migrate } from "../../../upstream/db/migrate.ts";
import { brokenConstraint } from "../../../upstream/db/retry.ts";
import { accountRule, transferCodes } from "../../../upstream/ledger/rules/booking.ts";
import { causeKinds, type FlowAccount, flowAccounts, flowSteps } from "../../../upstream/ledger/rules/flow-table.ts";
import { allowedFlows, type Flow } from "../../../upstream/ledger/rules/flows.ts";
import { freshDatabase } from "../../support/service/database.ts";

/** Two accounts of each kind, so that a flow within one kind has two. */
const idsOf: Record<FlowAccount, [string, string]> = {
  rail: ["assets:hot:usd", "assets:cold:usd"],
  deposits: ["assets:hot_deposits:usd", "assets:cold_deposits:usd"],
  gas: ["assets:hot_gas:usd", "assets:cold_gas:usd"],
  dust: ["assets:hot_dust:usd", "assets:cold_dust:usd"],
  disputed: ["assets:hot_disputed:usd", "assets:cold_disputed:usd"],
  shortfall: ["shortfall:usd", "shortfall:usd"],
  order: ["order:AAAA:usd", "order:BBBB:usd"],
  wrong: ["wrong:AAAA:usd", "wrong:BBBB:usd"],
  reserve: ["reserve:usd", "reserve:usd"],
  member: ["member:anna:usd", "member:boris:usd"],
  affiliate: ["affiliate:anna:usd", "affiliate:boris:usd"],
  unclaimed: ["unclaimed:usd", "unclaimed:usd"],
  checking: ["checking:usd", "checking:usd"],
};
/** The columns of a cause. */
const causes: Record<Flow["cause"], Record<string, string>> = {
  order: { order_ref: "AAAA" },
  payment: { order_ref: "AAAA", payment_id: "one" },
  movement: { outgoing_id: "one" },
  deposit: { deposit_id: "one" },
  withdrawal: { withdrawal_id: "one" },
  reward: { reward_id: "one" },
  reward_payout: { affiliate_payout_id: "one" },
  closing: { closing_id: "one" },
  entry: { audit_id: "one" },
  transfer: { caused_by: "one" },
};
const kinds = { post: "posted", hold: "pending", forced: "posted" } as const;
const keyOf = ({ code, step, debit, credit, cause }: Flow) => [code, step, debit, credit, cause].join(" ");

test("the database has exactly the flows of the program, and the owner's next start adds one that is missing", async () => {
  const db = await freshDatabase("owner");
  const there = async () => {
    const { rows } = await db.query("select concat_ws(' ', code, step, debit, credit, cause) as flow from ledger_flow");
    return rows.map(({ flow }) => flow).sort();
  };
  const wanted = allowedFlows().map(keyOf).sort();
  expect(await there()).toEqual(wanted);
  await db.query("delete from ledger_flow where code = 'given_up'");
  await migrate(db);
  expect(await there()).toEqual(wanted);
});

test("the database accepts the flows of the table, of all combinations, and no other one", async () => {
  const db = await freshDatabase("owner");
  const combinations = transferCodes.flatMap((code) =>
    flowSteps.flatMap((step) =>
      flowAccounts.flatMap((debit) =>
        flowAccounts.flatMap((credit) => causeKinds.map((cause) => ({ code, step, debit, credit, cause }))),
      ),
    ),
  );
  const possible = combinations.filter(({ debit, credit }) => sidesOf(debit, credit) !== undefined);
  const allowed = new Set(allowedFlows().map(keyOf));
  const accepted = await acceptedOf(db, possible);
  expect(possible.length).toBeGreaterThan(60_000);
  expect(possible.filter((flow) => accepted.has(keyOf(flow)) !== allowed.has(keyOf(flow)))).toEqual([]);
});

test("the trigger of transfers asks the table as `flow_is_listed` does, by which the flows are tried", async () => {
  const db = await freshDatabase("owner");
  const { rows } = await db.query(
    `select proname, prosrc from pg_proc where proname in ('flow_is_listed', 'transfer_flow') order by proname`,
    [],
  );
  const queries = rows.map(({ prosrc }) => {
    const [, query = ""] = /exists \((.+?)\n {2}\)/is.exec(String(prosrc)) ?? [];
    return query.replaceAll("moved", "new");
  });
  expect(queries[0]).toContain("ledger_flow");
  expect(queries[1]).toBe(queries[0]);
});

test("a transfer without a cause is refused at the commit, and its refusal names it", async () => {
  const db = await freshDatabase("owner");
  for (const id of ["assets:hot:usd", "reserve:usd"]) await open(db, id);
  const funding = `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, at)
    values ('one', 'posted', 'assets:hot:usd', 'reserve:usd', 'usd', 1, 'funding', now())`;
  await expect(db.query(funding)).rejects.toMatchObject({ constraint: "transfer_has_a_cause" });
  await db
    .query(
      `${funding.replace("code, at", "code, withdrawal_id, at").replace("'funding', now", "'funding', 'wd', now")}`,
    )
    .then(
      () => expect.fail("accepted"),
      (error: unknown) => expect(brokenConstraint(error)).toBe("transfer_flow"),
    );
});

function sidesOf(debit: FlowAccount, credit: FlowAccount): [string, string] | undefined {
  const [from] = idsOf[debit];
  const to = idsOf[credit].find((id) => id !== from);
  return to === undefined ? undefined : [from, to];
}

/** Which of these the rule accepts, asked for all at once: one by one would take minutes. */
async function acceptedOf(db: Database, flows: readonly Flow[]): Promise<Set<string>> {
  const rows = flows.map((flow) => {
    const [debit_account, credit_account] = sidesOf(flow.debit, flow.credit) ?? [];
    const how = { kind: kinds[flow.step], fact: flow.step === "forced", code: flow.code };
    return { key: keyOf(flow), ...how, debit_account, credit_account, ...causes[flow.cause] };
  });
  const { rows: accepted } = await db.query(
    `select one->>'key' as key from jsonb_array_elements($1::jsonb) one
      where flow_is_listed(jsonb_populate_record(null::public.transfer, one))`,
    [JSON.stringify(rows)],
  );
  return new Set(accepted.map(({ key }) => String(key)));
}

async function open(db: Database, id: string): Promise<void> {
  const { normal, floor, orderRef } = accountRule(id);
  await db.query(
    `insert into account (id, asset, normal, floor, order_ref, created_at) values ($1, 'usd', $2, $3, $4, now())`,
    [id, normal, floor, orderRef],
  );
}
