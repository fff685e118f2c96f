alter table users
  -- When the password, the e-mail or the connected Google account last changed; null: never.
  add column credentials_changed_at timestamptz,
  -- When the present payout account was connected; null if none is.
  add column stripe_account_connected_at timestamptz,
  -- Grows when the customer is disconnected: it is part of the idempotency key of the next one.
  add column stripe_customer_attempt int not null default 1,
  -- What was disconnected when the owner of the e-mail took the account over, until they have read
  -- it. The audit log keeps it for good.
  add column reclaimed_at timestamptz,
  add column reclaimed_parts text[],
  add constraint users_reclaimed check ((reclaimed_at is null) = (reclaimed_parts is null));
update users set stripe_account_connected_at = created_at where stripe_account_id is not null;
