/** Two members of staff who have signed, and what waits for the second; a change of a saved address. */
export const staffRows = `
  insert into staff values ('st_1', 'Anna', 'owner', now()), ('st_2', 'Boris', 'owner', now());
  insert into staff_credential (id, staff_id, kind, public_key, at) values ('cr_1', 'st_1', 'ed25519', 'key', now());
  insert into signed_command values ('sc_1', 'cr_1', '{}', 'signature', now());
  insert into staff_removal values ('sr_1', 'st_2', null, now(), 'sc_1');
  insert into maker_entry values ('me_1', 'wallet_credit', 'member', 'us_1', 'anna', 'au_1', 'sc_1', now());
  insert into checker_approval values ('ca_1', 'me_1', null, 'sc_1', now());
  insert into address_change values ('ac_1', 'us_1', 'saved', 'btc', 'address', null, 'mine', now());`;

/** SQL that would leave a row which the constraint of this name refuses. */
export const brokenStaff: readonly [constraint: string, sql: string][] = [
  ["staff_role_check", "insert into staff values ('st_3', 'Clara', 'guest', now())"],
  ["staff_named", "insert into staff values ('st_3', ' A ', 'owner', now())"],
  ["staff_credential_kind_check", credential("'st_1', 'password', 'other', now(), null")],
  ["staff_credential_staff_id_staff_id_fk", credential("'st_nobody', 'ed25519', 'other', now(), null")],
  ["staff_credential_added_by_signed_command_id_fk", credential("'st_1', 'ed25519', 'other', now(), 'sc_none'")],
  ["staff_removal_staff_id_staff_id_fk", "insert into staff_removal values ('sr_2', 'st_nobody', null, now(), 'sc_1')"],
  [
    "staff_removal_credential_id_staff_credential_id_fk",
    "insert into staff_removal values ('sr_2', 'st_1', 'cr_none', now(), 'sc_1')",
  ],
  [
    "staff_removal_removed_by_signed_command_id_fk",
    "insert into staff_removal values ('sr_2', 'st_1', 'cr_1', now(), 'sc_none')",
  ],
  [
    "signed_command_credential_id_staff_credential_id_fk",
    "insert into signed_command values ('sc_2', 'cr_none', '{}', 'signature', now())",
  ],
  ["maker_entry_kind_check", entry("'whim', 'member', 'us_1', 'anna', 'au_1', null")],
  ["maker_entry_about_check", entry("'wallet_credit', 'weather', 'us_1', 'anna', 'au_1', null")],
  [
    "maker_entry_command_id_signed_command_id_fk",
    entry("'wallet_credit', 'member', 'us_1', 'anna', 'au_1', 'sc_none'"),
  ],
  ["checker_approval_about", "insert into checker_approval values ('ca_2', null, null, 'sc_1', now())"],
  [
    "checker_approval_entry_id_maker_entry_id_fk",
    "insert into checker_approval values ('ca_2', 'me_none', null, 'sc_1', now())",
  ],
  [
    "checker_approval_command_id_signed_command_id_fk",
    "insert into checker_approval values ('ca_2', 'me_1', null, 'sc_none', now())",
  ],
  [
    "audit_command_id_signed_command_id_fk",
    "insert into audit (id, actor, action, subject, reason, details, at, command_id) values ('au_x', 'anna', 'a', 's', 'r', '{}', now(), 'sc_none')",
  ],
  ["address_change_change_check", change("'us_1', 'painted'")],
  ["address_change_member_id_member_id_fk", change("'us_nobody', 'saved'")],
];

function credential(values: string) {
  return `insert into staff_credential (id, staff_id, kind, public_key, at, added_by) values ('cr_2', ${values})`;
}

function entry(values: string) {
  return `insert into maker_entry values ('me_2', ${values}, now())`;
}

function change(values: string) {
  return `insert into address_change values ('ac_2', ${values}, 'btc', 'address', null, 'mine', now())`;
}
