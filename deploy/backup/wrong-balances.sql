-- How many accounts have other sums than their transfers add up to.
with moved as (
  select debit_account as id, sum(amount) filter (where kind in ('posted', 'post')) as debits, 0 as credits
    from transfer group by 1
  union all
  select credit_account, 0, sum(amount) filter (where kind in ('posted', 'post')) from transfer group by 1
), summed as (
  select id, coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits from moved group by 1
)
select count(*) from account a full join summed s using (id)
  where (coalesce(s.debits, 0), coalesce(s.credits, 0)) is distinct from (a.debits_posted, a.credits_posted);
