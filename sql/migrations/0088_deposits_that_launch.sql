-- A deposit can be made to launch a campaign: the transaction that credits it also funds the campaign.
alter table deposits
  add column campaign_id uuid references campaigns,
  add column launched_at timestamptz,
  -- Why the campaign was not launched; the money stays in the wallet.
  add column launch_refusal text,
  add constraint deposits_launch check (
    num_nonnulls(launched_at, launch_refusal) = 0
    or (campaign_id is not null and status = 'completed'
      and num_nonnulls(launched_at, launch_refusal) = 1));
