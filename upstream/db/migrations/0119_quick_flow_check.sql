-- As before, in a language whose plans the connection keeps: a function in SQL is planned anew in each transaction, which was a tenth
-- of the time that a transfer takes.
CREATE OR REPLACE FUNCTION flow_is_listed(moved public.transfer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM public.ledger_flow f
      WHERE f.code = moved.code
        AND f.step = CASE WHEN moved.kind = 'pending' THEN 'hold' WHEN moved.fact THEN 'forced' ELSE 'post' END
        AND f.debit = public.flow_account(moved.debit_account) AND f.credit = public.flow_account(moved.credit_account)
        AND f.cause = public.cause_kind(moved)
  );
END $$;
