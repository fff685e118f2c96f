-- When Stripe was last asked about a payout, for want of a webhook: one can fail for days after it
-- was made.
alter table withdrawals add column payout_checked_at timestamptz;
create index withdrawals_paid_out on withdrawals (completed_at)
  where status = 'completed' and payout_id is not null;
