const hash = "repeat('a', 64)";
const recordOf = (order: string, member: string) =>
  `insert into identity_record (order_ref, member_id, sealed, sealed_with, answered_at)
    values ('${order}', ${member}, repeat('A', 38), 'secret', now())`;

/** The answers of the completed order's customer, and a hash of what names that customer. */
export const identityRows = (completed: string) => `
  ${recordOf(completed, "'us_1'")};
  insert into identity_party values ('${completed}', ${hash}, now());`;

/** SQL that would leave a row which the constraint of this name refuses. */
export const brokenIdentity: readonly [constraint: string, sql: string][] = [
  ["identity_record_order_ref_exchange_order_ref_fk", recordOf("NOBODY", "null")],
  ["identity_record_member_id_member_id_fk", "update identity_record set member_id = 'us_nobody'"],
  [
    "identity_record_sealed",
    `update identity_record set sealed = '{"full_name":"Anna Ivanova","birth_date":"1990-12-31"}'`,
  ],
  ["identity_party_order_ref_exchange_order_ref_fk", `insert into identity_party values ('NOBODY', ${hash}, now())`],
  ["identity_party_hash", "update identity_party set party = 'anna@example.com'"],
];
