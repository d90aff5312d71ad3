import { type Tampering, without } from "./tampering.ts";

/** Withdrawals, with their transfers and movements. */
export const ofWithdrawals: readonly Tampering[] = [
  {
    name: "a withdrawal of another amount",
    check: "withdrawals_hold_their_money",
    sql: () => "update withdrawal set amount = amount * 2 where id = 'wd_waiting'",
    says: () => /wd_waiting of 200000000 usdt-trc20 .* is confirm_pending, but its holds are 99000000 \(open\)/,
  },
  {
    name: "a withdrawal whose fee was waived",
    check: "withdrawals_hold_their_money",
    sql: () => "update withdrawal set fee = 0 where id = 'wd_sent'",
    says: () => /wd_sent .* with a fee of 0 is completed, but its holds are 99000000 \(post\) and 1000000 \(post\)/,
  },
  {
    name: "a cancelled withdrawal that is said to be completed",
    check: "withdrawals_hold_their_money",
    sql: () =>
      without(
        "withdrawal",
        "withdrawal_confirmed",
        "update withdrawal set status = 'completed', reason = null where id = 'wd_cancelled'",
      ),
    says: () => /wd_cancelled .* is completed, but its holds are 99000000 \(void\)/,
  },
  {
    name: "a completed withdrawal without its movement",
    check: "withdrawals_match_their_movements",
    sql: () => "delete from outgoing where withdrawal_id = 'wd_sent'",
    says: () => /wd_sent is completed with 99000000 .* its movement none is not there/,
  },
  {
    name: "a movement of a withdrawal to another address",
    check: "withdrawals_match_their_movements",
    sql: () => "update outgoing set account = 'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb' where withdrawal_id = 'wd_sent'",
    says: () => /wd_sent is completed with 99000000 usdt-trc20 to TQn9.*, but its movement .* to TWd4WrZ9/,
  },
  {
    name: "a sent withdrawal that is said to have failed",
    check: "withdrawals_match_their_movements",
    sql: () => "update withdrawal set status = 'failed', reason = 'not_sent' where id = 'wd_sent'",
    says: () => /wd_sent is failed .* its movement .* is sent with 99000000/,
  },
  {
    name: "a withdrawal that is said to have been sent after it failed",
    check: "money_beside_the_holds_of_withdrawals",
    sql: () => "update withdrawal set sent_late = true where id = 'wd_sent'",
    says: () => /wd_sent is completed; it says that 99000000 .* but 0 is booked so/,
  },
  {
    name: "a deleted withdrawal",
    check: "transfers_of_withdrawals_have_their_row",
    sql: () => "delete from withdrawal where id = 'wd_waiting'",
    says: () => /withdrawal:wd_waiting:net is a withdrawal of 99000000 usdt-trc20, but the withdrawal is not there/,
  },
  {
    name: "a deleted withdrawal whose money was sent",
    check: "movements_of_withdrawals_have_their_row",
    sql: () => "delete from withdrawal where id = 'wd_sent'",
    says: () => /movement wd_sent-withdrawal-1 of 99000000 usdt-trc20 is a withdrawal that is not there/,
  },
];
