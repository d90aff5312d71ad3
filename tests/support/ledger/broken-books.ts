const price = (value: string) =>
  `insert into asset_price (asset, currency, hour, price) values ('btc', 'paypal-usd', now(), ${value})`;
const closing = (day: string, auditId = "(select id from audit limit 1)") =>
  `insert into closed_day (day, page, audit_id) values ('${day}', '{}', ${auditId})`;

/** SQL that would leave a row which the constraint of this name refuses. */
export const brokenBooks: readonly [constraint: string, sql: string][] = [
  ["asset_price_value", price("'0'")],
  ["closed_day_named", closing("yesterday")],
  ["closed_day_audit_id_audit_id_fk", closing("2026-11-20", "'nothing'")],
];
