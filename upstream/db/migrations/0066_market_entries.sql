-- From now on the audit of the books wants an entry for every rate, every term of a pair and every promo code. What has none
-- was put in by a first start, or by SQL: that is stated as it is now, and the audit finds what changes after this.
INSERT INTO audit (id, actor, action, subject, reason, details, at)
SELECT 'aud_first:rate_set:' || r.pair_id, 'upgrade', 'rate_set', r.pair_id, 'as it was at the upgrade',
    jsonb_build_object('before', NULL, 'after', r.rate), now()
  FROM reference_rate r
  WHERE NOT EXISTS (SELECT 1 FROM audit a WHERE a.action = 'rate_set' AND a.subject = r.pair_id);--> statement-breakpoint
INSERT INTO audit (id, actor, action, subject, reason, details, at)
SELECT 'aud_first:pair_changed:' || p.id, 'upgrade', 'pair_changed', p.id, 'as it was at the upgrade',
    jsonb_build_object('before', NULL, 'after', jsonb_object_agg(f.key, f.value)), now()
  FROM pair p CROSS JOIN LATERAL (VALUES
    ('status', p.status), ('marginBps', p.margin_bps::text), ('serviceBps', p.service_bps::text),
    ('payoutFee', p.payout_fee::text), ('minFrom', p.min_from::text), ('maxFrom', p.max_from::text)) f(key, value)
  WHERE NOT EXISTS (SELECT 1 FROM audit a WHERE a.action = 'pair_changed' AND a.subject = p.id
    AND jsonb_typeof(a.details->'after') = 'object' AND a.details->'after' ? f.key)
  GROUP BY p.id;--> statement-breakpoint
INSERT INTO audit (id, actor, action, subject, reason, details, at)
SELECT 'aud_first:promo_added:' || p.code, 'upgrade', 'promo_added', p.code, 'as it was at the upgrade',
    jsonb_build_object('code', p.code, 'kind', p.kind, 'value', p.value, 'pairs', p.pairs, 'minFrom', p.min_from,
      'startsAt', to_char(p.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'expiresAt', to_char(p.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'usesLeft', p.uses_left + (SELECT count(*) FROM promo_use u WHERE u.code = p.code),
      'usesPerEmail', p.uses_per_email, 'newUsersOnly', p.new_users_only, 'partnerId', p.partner_id), now()
  FROM promo p
  WHERE NOT EXISTS (SELECT 1 FROM audit a WHERE a.action = 'promo_added' AND a.subject = p.code);
