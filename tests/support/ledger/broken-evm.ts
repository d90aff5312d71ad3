const place = `'0x${"a1".repeat(20)}'`;
const insert = (table: string, values: Record<string, string>) =>
  `insert into ${table} (${Object.keys(values).join(", ")}) values (${Object.values(values).join(", ")})`;

const heights = { start_height: "5", height: "9", final_height: "7", tip: "9" };
const source = (replaced: Record<string, string>) =>
  insert("evm_source", {
    ...{ rail: "'evm'", chain_id: "1", genesis_hash: "'0x0'", hash: "'0x1'", checked_at: "now()" },
    ...heights,
    ...replaced,
  });
const address = (replaced: Record<string, string>) =>
  insert("evm_address", {
    ...{ place, shown: place, index: "1", order_ref: "'REF'", wallet_key: "null", issued_at: "now()" },
    ...replaced,
  });
const credit = (replaced: Record<string, string>) =>
  `${address({})}; ${insert("evm_credit", {
    ...{ id: "'0x1'", place, token: "null", amount: "1", tx: "'0x1'", sender: "'0x2'", nonce: "0", height: "1" },
    ...{ hash: "'0x3'", state: "'seen'", seen_at: "now()", told: "null", ...replaced },
  })}`;
const spend = (replaced: Record<string, string>) =>
  insert("evm_spend", {
    ...{ tx: "'0x1'", sender: place, nonce: "0", amount: "1", fee: "1", succeeded: "true", height: "1", hash: "'0x3'" },
    ...replaced,
  });

const transaction = (replaced: Record<string, string>) =>
  insert("evm_transaction", {
    ...{
      tx: "'0x1'",
      seq: "1",
      line: "'ab'",
      movement_id: "'out_1'",
      step: "'payout'",
      deposit: "null",
      asset: "'eth'",
    },
    ...{ sender: place, recipient: place, amount: "1", nonce: "0", gas: "21000", max_fee: "1", bytes: "'0x02'" },
    ...{ recorded_at: "now()", ...replaced },
  });

const fill = (replaced: Record<string, string>) =>
  insert("evm_fill", {
    ...{ id: "'0x1'", account: "'gas'", amount: "1", tx: "'0x1'", sender: "'0x2'", height: "1", hash: "'0x3'" },
    ...{ state: "'seen'", seen_at: "now()", ...replaced },
  });

/** SQL that would leave a row which the constraint of this name refuses. */
export const brokenEvm: readonly [constraint: string, sql: string][] = [
  ["evm_source_one", source({ rail: "'tron'" })],
  ["evm_source_heights", source({ final_height: "10" })],
  ["evm_block_base_fee", insert("evm_block", { height: "1", hash: "'0x1'", base_fee: "5" })],
  ["evm_address_place", address({ shown: `'0x${"b1".repeat(20)}'` })],
  ["evm_address_owner", address({ wallet_key: "'wa_1'" })],
  ["evm_credit_state_check", credit({ state: "'lost'" })],
  ["evm_credit_told_check", credit({ told: "'lost'" })],
  ["evm_credit_amount", credit({ amount: "0" })],
  ["evm_credit_tx", credit({ nonce: "null" })],
  ["evm_credit_place_evm_address_place_fk", credit({ place: `'0x${"c1".repeat(20)}'` })],
  ["evm_transaction_step_check", transaction({ step: "'gift'", deposit: "1" })],
  ["evm_transaction_deposit", transaction({ deposit: "1" })],
  ["evm_transaction_amounts", transaction({ amount: "0" })],
  ["evm_signer_one", insert("evm_signer", { rail: "'tron'", seq: "0", head: "''" })],
  ["evm_fill_account_check", fill({ account: "'cold'" })],
  ["evm_fill_state_check", fill({ state: "'lost'" })],
  ["evm_fill_amount", fill({ amount: "0" })],
  ["evm_spend_amounts", spend({ fee: "-1" })],
];
